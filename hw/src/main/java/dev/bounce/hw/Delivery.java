package dev.bounce.hw;

import dev.bounce.model.wire.Tag;

/// A coalesced transfer of a peer has landed whole in the memory of this agent.
///
/// @param peer name of the sender
/// @param tag that the sender gave it
/// @param bytes sum over its chunks, padding counted in
public record Delivery(String peer, Tag tag, long bytes) {}
