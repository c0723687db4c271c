package dev.bounce.sim.world;

/// What the applications of a seed send.
enum Style {
    /// Large transfers, small ones, and some on the direct path.
    MIXED,
    /// One transfer per link, several times as large as the arena.
    GIANT,
    /// Many small transfers.
    TINY,
    /// Mostly transfers on the direct path.
    DIRECT
}
