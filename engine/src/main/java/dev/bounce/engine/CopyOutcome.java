package dev.bounce.engine;

/// How a gather or scatter ended.
public enum CopyOutcome {
    /// All bytes copied.
    DONE,
    /// Ended with an error; some bytes may have been copied.
    FAILED,
    /// The seal of the chunk did not match; nothing was copied. Scatters only.
    SEAL_BROKEN
}
