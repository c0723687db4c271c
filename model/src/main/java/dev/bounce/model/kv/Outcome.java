package dev.bounce.model.kv;

/// How a request turned out. The first one that is set stays.
public enum Outcome {
    /// Not known yet.
    OPEN,
    /// All of its KV cache is where it belongs.
    SUCCESS,
    /// It failed.
    FAILED,
    /// Its user gave it up.
    CANCELLED;

    /// This one, or `later` if none is known yet.
    Outcome orElse(final Outcome later) {
        return this == OPEN ? later : this;
    }
}
