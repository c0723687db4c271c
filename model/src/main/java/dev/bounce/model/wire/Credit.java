package dev.bounce.model.wire;

/// The exclusive right to write one region once.
///
/// @param chunk 0-based index of the chunk it is for
/// @param grantId names this life of the region; never reused by one life of the receiver
/// @param region byte offset in the receiver's arena
/// @param address address of the region in the receiver's address space
/// @param length bytes that may be written, as asked for in the WANT
/// @param device ordinal of the receiver's device, 0 for host memory
public record Credit(int chunk, long grantId, long region, long address, long length, int device) {}
