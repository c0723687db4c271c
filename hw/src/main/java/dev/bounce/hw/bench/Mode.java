package dev.bounce.hw.bench;

/// The ways of moving the same bytes that are compared.
enum Mode {
    /// Coalesced: gathered, written by chunk, scattered.
    BOUNCE,
    /// One put per pair.
    DIRECT,
    /// One put of one pair that is as long as all of them: what the plane does at best.
    CONTIGUOUS
}
