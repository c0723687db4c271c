package dev.bounce.engine;

/// How sure it is that no write of an epoch lands any more.
public enum FenceStrength {
    /// Nothing can land.
    PROVEN,
    /// Nothing lands if assumption A5 holds.
    ASSUMED
}
