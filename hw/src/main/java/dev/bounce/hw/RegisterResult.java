package dev.bounce.hw;

import dev.bounce.model.agent.RegisteredRegion;

/// What became of a range that was to be registered.
public sealed interface RegisterResult {

    /// Transfers may use the range, and descriptions name it from now on.
    ///
    /// @param region as it was detected: its chunks are registered one by one
    record Registered(RegisteredRegion region) implements RegisterResult {}

    /// Nothing is registered, and nothing of the range is published.
    ///
    /// @param reason why
    /// @param address at fault
    /// @param detail the same for people, in one line
    record Refused(Reason reason, long address, String detail) implements RegisterResult {}

    /// Why a range is not registered.
    enum Reason {
        /// A byte of it is registered already, or is still to be deregistered.
        OVERLAPS,
        /// It begins inside a chunk of virtual memory; a description cannot say so.
        STARTS_INSIDE_CHUNK,
        /// Nothing is mapped between its first byte and its last.
        HOLE,
        /// Its chunks are not of one size.
        CHUNK_SIZES_DIFFER,
        /// Its chunks are not on one device.
        DEVICES_DIFFER,
        /// The memory of the agent does not take it: it is on the heap, empty, read-only, confined
        /// to a thread, of another device, or shares a byte with the arena.
        UNUSABLE,
        /// The agent is closed or has failed.
        CLOSED
    }

    /// The region, for callers that cannot go on without it.
    ///
    /// @throws IllegalArgumentException with the detail if it was refused
    default RegisteredRegion orThrow() {
        return switch (this) {
            case Registered registered -> registered.region();
            case Refused refused -> throw new IllegalArgumentException(refused.detail());
        };
    }
}
