package dev.bounce.model.agent;

/// One range of memory of one device. Address and length are unsigned 64-bit.
///
/// @param address of the first byte
/// @param bytes length; a range without bytes is skipped when it is registered or moved
/// @param device ordinal at its owner, 0 for host memory
public record MemoryDescriptor(long address, long bytes, int device) {
    /// A range of device 0.
    public MemoryDescriptor(final long address, final long bytes) {
        this(address, bytes, 0);
    }
}
