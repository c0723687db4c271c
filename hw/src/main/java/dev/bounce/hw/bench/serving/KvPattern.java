package dev.bounce.hw.bench.serving;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.model.kv.SlotShape;
import java.lang.foreign.MemorySegment;

/// What stands for computed KV cache: words that differ from one request, pool, layer and block to
/// the next. SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), a state for each layer of a slot.
final class KvPattern {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final SlotShape shape;

    KvPattern(final long seed, final SlotShape shape) {
        this.seed = seed;
        this.shape = shape;
    }

    /// Fills a slot.
    ///
    /// @param slot native memory of the host, as long as a slot
    /// @param id of the request
    /// @param pool of the slot
    /// @param position of its block among those of the prompt
    void fill(final MemorySegment slot, final long id, final int pool, final int position) {
        for (int layer = 0; layer < shape.layers(); layer++) {
            final long place = (long) pool * shape.layers() + layer << Integer.SIZE | position;
            fillLayer(
                    slot,
                    layer * shape.layerBytes(),
                    shape.layerBytes(),
                    mix(mix(mix(seed) + id) + place));
        }
    }

    private static void fillLayer(
            final MemorySegment slot, final long offset, final long bytes, final long first) {
        long state = first;
        long at = offset;
        for (; at <= offset + bytes - Long.BYTES; at += Long.BYTES) {
            state += STEP;
            slot.set(JAVA_LONG_UNALIGNED, at, mix(state));
        }
        for (long rest = mix(state + STEP); at < offset + bytes; at++) {
            slot.set(JAVA_BYTE, at, (byte) rest);
            rest >>>= Byte.SIZE;
        }
    }

    private static long mix(final long value) {
        final long once = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        final long twice = (once ^ once >>> 27) * 0x94D049BB133111EBL;
        return twice ^ twice >>> 31;
    }
}
