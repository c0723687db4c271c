package dev.bounce.engine;

/// How a write ended (design 2.1).
public enum WriteOutcome {
    /// Every byte is in place.
    LANDED,
    /// Provably not posted.
    NEVER,
    /// May still land, whole or in part, until the fence of its epoch.
    DIRTY
}
