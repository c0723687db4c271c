package dev.bounce.model.plan;

/// Why a transfer is not coalesced. Every precondition of the planner is one of these, so that an
/// admitted transfer cannot fail in the planner.
public enum Ineligibility {
    /// Bounce is off at this agent (configuration, or its arena could not be made).
    DISABLED,
    /// The peer offers no usable capability record.
    PEER_NOT_CAPABLE,
    /// The link is not READY.
    LINK_NOT_READY,
    /// Source and destination are different kinds of memory.
    MEMORY_KINDS_DIFFER,
    /// Not every source, or not every destination, is on one device.
    SEVERAL_DEVICES,
    /// Fewer descriptors than the gate asks for.
    TOO_FEW_DESCRIPTORS,
    /// The average descriptor is larger than the gate allows.
    DESCRIPTORS_TOO_LARGE,
    /// One descriptor does not fit a chunk.
    DESCRIPTOR_EXCEEDS_CHUNK,
    /// The plan would have more chunks than a WANT may name.
    TOO_MANY_CHUNKS
}
