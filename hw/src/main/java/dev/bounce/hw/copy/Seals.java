package dev.bounce.hw.copy;

import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.model.plan.SealKey;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;

/// Writes and checks the seals at both ends of a region; layout: [SealKey].
final class Seals {
    private static final ValueLayout.OfLong LONG =
            JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private Seals() {}

    /// Seals a region and clears what lies between its head and its payload.
    ///
    /// @param region exactly the region, at least [SealKey#OVERHEAD_BYTES] long
    static void write(final MemorySegment region, final SealKey seal) {
        final long tail = region.byteSize() - SealKey.SEAL_BYTES;
        region.asSlice(SealKey.SEAL_BYTES, SealKey.PAYLOAD_OFFSET - SealKey.SEAL_BYTES)
                .fill((byte) 0);
        region.set(LONG, 0, seal.low());
        region.set(LONG, 8, seal.high());
        region.set(LONG, tail, seal.low());
        region.set(LONG, tail + 8, seal.high());
    }

    /// Whether both seals of a region are right.
    static boolean match(final MemorySegment region, final SealKey seal) {
        final long tail = region.byteSize() - SealKey.SEAL_BYTES;
        return region.byteSize() >= SealKey.OVERHEAD_BYTES
                && region.get(LONG, 0) == seal.low()
                && region.get(LONG, 8) == seal.high()
                && region.get(LONG, tail) == seal.low()
                && region.get(LONG, tail + 8) == seal.high();
    }
}
