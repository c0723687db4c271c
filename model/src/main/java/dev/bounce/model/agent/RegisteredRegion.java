package dev.bounce.model.agent;

import java.util.Locale;

/// One range of memory that an agent has registered. All values are unsigned 64-bit.
///
/// @param base address of the first byte
/// @param bytes length, at least 1; `base + bytes` does not wrap
/// @param chunkBytes 0 = one plain allocation; else the size of the physical chunks that back it
///     end to end from `base`, at most `bytes`; the last one may be shorter
public record RegisteredRegion(long base, long bytes, long chunkBytes) {
    /// @throws IllegalArgumentException naming the component, its value and its range
    public RegisteredRegion {
        final Malformed.Reason fault = fault(base, bytes, chunkBytes);
        if (fault != null) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "region base=0x%x bytes=%s chunkBytes=%s: %s",
                            base,
                            Long.toUnsignedString(bytes),
                            Long.toUnsignedString(chunkBytes),
                            fault));
        }
    }

    /// What is wrong with a region of these values, or `null`.
    static Malformed.Reason fault(final long base, final long bytes, final long chunkBytes) {
        if (bytes == 0) {
            return Malformed.Reason.EMPTY_REGION;
        }
        if (Long.compareUnsigned(chunkBytes, bytes) > 0) {
            return Malformed.Reason.CHUNK_EXCEEDS_REGION;
        }
        return Long.compareUnsigned(base + bytes, base) < 0 ? Malformed.Reason.REGION_WRAPS : null;
    }

    /// First address behind the region.
    public long end() {
        return base + bytes;
    }

    /// Whether `address` lies inside.
    public boolean contains(final long address) {
        return Long.compareUnsigned(address - base, bytes) < 0;
    }

    /// Whether every byte of `[address, address + length)` lies inside.
    ///
    /// @param length unsigned; `address + length` does not wrap
    public boolean holds(final long address, final long length) {
        final long offset = address - base;
        return Long.compareUnsigned(offset, bytes) < 0
                && Long.compareUnsigned(length, bytes - offset) <= 0;
    }

    /// Whether a byte of `[address, address + length)` lies inside.
    ///
    /// @param length unsigned, at least 1; `address + length` does not wrap
    public boolean overlaps(final long address, final long length) {
        return contains(address) || Long.compareUnsigned(base - address, length) < 0;
    }

    /// How many chunks are registered one by one: 1 for a plain allocation. Unsigned.
    public long chunkCount() {
        return chunkBytes == 0 ? 1 : Long.divideUnsigned(bytes - 1, chunkBytes) + 1;
    }

    /// Length of one chunk: the last one ends with the region.
    ///
    /// @param chunk `[0, chunkCount())`
    public long chunkLength(final long chunk) {
        final long left = bytes - chunk * chunkBytes;
        return chunkBytes != 0 && Long.compareUnsigned(chunkBytes, left) < 0 ? chunkBytes : left;
    }

    /// Distance of `address` from the start of its chunk. Chunks begin at [#base()], which need not
    /// be a multiple of their size.
    ///
    /// @param address inside the region
    public long chunkOffset(final long address) {
        final long offset = address - base;
        // A power of two as a rule, where a division would cost more than the rest of a cut; 0,
        // whose mask keeps the whole offset, passes here too.
        final long mask = chunkBytes - 1;
        if ((chunkBytes & mask) == 0) {
            return offset & mask;
        }
        return Long.remainderUnsigned(offset, chunkBytes);
    }
}
