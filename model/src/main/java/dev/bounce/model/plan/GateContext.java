package dev.bounce.model.plan;

import dev.bounce.model.MemoryKind;

/// What the gate needs to know beyond the descriptors, at the moment of the submit.
///
/// @param enabled Bounce is on at this agent and its arena exists
/// @param peerCapable the loaded description of the peer has a usable capability record
/// @param linkReady the link to the peer is READY
/// @param sourceKind memory of every source
/// @param destinationKind memory of every destination
public record GateContext(
        boolean enabled,
        boolean peerCapable,
        boolean linkReady,
        MemoryKind sourceKind,
        MemoryKind destinationKind) {}
