package dev.bounce.sim.world;

/// How much of a world is simulated and judged. What engines do, and so the hash of a run, is the
/// same in all.
///
/// @param bytes whether agents have memory whose bytes move and are compared; without it the seal
///     of a chunk is what the world knows of its write
/// @param checkers whether the properties are judged after every step
public record Detail(boolean bytes, boolean checkers) {
    /// Everything.
    public static final Detail WHOLE = new Detail(true, true);
}
