package dev.bounce.hw;

/// How far a transfer has come, at some moment not long ago.
///
/// @param stage where it stands
/// @param chunksStaged chunks whose gather has been started at least once, 0 on the direct path
/// @param chunks of the plan, 0 on the direct path
public record TransferProgress(Stage stage, int chunksStaged, int chunks) {
    /// Where a transfer stands.
    public enum Stage {
        /// Waits for `ready`.
        HELD,
        /// Waits for the reactor.
        QUEUED,
        /// The engine has it.
        ACCEPTED,
        /// It is over.
        RESOLVED
    }
}
