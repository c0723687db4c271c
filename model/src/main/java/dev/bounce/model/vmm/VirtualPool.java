package dev.bounce.model.vmm;

import java.util.Locale;

/// A reserved range of virtual memory that is backed by equal chunks from its base on, as a KV pool
/// on a GPU is, but without memory: for simulations and for machines without a device. Grows and
/// shrinks at its end; its base never moves. Not thread-safe.
public final class VirtualPool implements RegionProbe {
    private final long base;
    private final long reservedBytes;
    private final long chunkBytes;
    private final int device;
    private long mappedChunks;

    /// Reserves and maps nothing yet.
    ///
    /// @param base address, which need not be a multiple of `chunkBytes`
    /// @param reservedBytes a multiple of `chunkBytes`; `base + reservedBytes` does not wrap
    /// @param chunkBytes at least 1
    /// @param device that all chunks live on
    /// @throws IllegalArgumentException naming the value out of range
    public VirtualPool(
            final long base, final long reservedBytes, final long chunkBytes, final int device) {
        if (chunkBytes <= 0 || reservedBytes <= 0 || reservedBytes % chunkBytes != 0) {
            throw new IllegalArgumentException(
                    reservedBytes + " bytes are not whole chunks of " + chunkBytes);
        }
        if (Long.compareUnsigned(base + reservedBytes, base) < 0) {
            throw new IllegalArgumentException(
                    String.format(Locale.ROOT, "pool at 0x%x wraps", base));
        }
        this.base = base;
        this.reservedBytes = reservedBytes;
        this.chunkBytes = chunkBytes;
        this.device = device;
    }

    /// Address of the first byte.
    public long base() {
        return base;
    }

    /// Size of each chunk.
    public long chunkBytes() {
        return chunkBytes;
    }

    /// Bytes that are backed now, from the base on.
    public long mappedBytes() {
        return mappedChunks * chunkBytes;
    }

    /// Maps chunks behind the last one, or unmaps from the end.
    ///
    /// @return false, and no change, if that many are not reserved
    public boolean resize(final long chunks) {
        if (chunks < 0 || chunks > reservedBytes / chunkBytes) {
            return false;
        }
        mappedChunks = chunks;
        return true;
    }

    /// How many slots of that size the mapped part holds. Slots straddle chunks where their size
    /// does not divide a chunk.
    public long slotCount(final long slotBytes) {
        return mappedBytes() / slotBytes;
    }

    /// Address of a slot.
    ///
    /// @param slot `[0, slotCount(slotBytes))`
    public long slotAddress(final long slot, final long slotBytes) {
        return base + slot * slotBytes;
    }

    @Override
    public Allocation allocationAt(final long address) {
        final long offset = address - base;
        return Long.compareUnsigned(offset, mappedBytes()) < 0
                ? new Allocation(address - offset % chunkBytes, chunkBytes, device)
                : null;
    }
}
