package dev.bounce.engine;

/// Life of one chunk at its sender (rule 4). Whether it has a credit is apart from this.
enum ChunkState {
    /// Not staged.
    WAITING,
    /// A gather fills its staging.
    GATHERING,
    /// Staged and sealed.
    GATHERED,
    /// A write is running.
    WRITING,
    /// Written whole; DATA is repeated until it is acknowledged.
    LANDED,
    /// Its write may still land (DIRTY).
    DIRTY,
    /// The receiver has said how it ended.
    DONE
}
