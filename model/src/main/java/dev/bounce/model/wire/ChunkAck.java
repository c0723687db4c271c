package dev.bounce.model.wire;

/// Outcome of one chunk.
///
/// @param chunk 0-based index
/// @param grantId the grant that the DATA named; 0 if the chunk was refused before a grant
/// @param status the outcome
public record ChunkAck(int chunk, long grantId, Status status) {}
