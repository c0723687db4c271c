package dev.bounce.model.kv;

/// What of a request concerns the pools.
///
/// @param id of the request
/// @param evidence what the transport may still touch
/// @param owners of its blocks that have not ended
/// @param isAdmitted it will need a seat without asking again, or has one
public record RequestView(long id, Evidence evidence, int owners, boolean isAdmitted) {}
