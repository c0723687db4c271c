package dev.bounce.hw.bench.serving;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.model.kv.SlotShape;
import java.lang.foreign.MemorySegment;

/// What stands for computed KV cache: words that differ from one request, pool, layer and block to
/// the next. SplitMix64 (Steele, Lea, Flood, OOPSLA 2014), a state for each layer of a slot. One
/// thread.
final class KvPattern {
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final long seed;
    private final SlotShape shape;
    private final long[] words;

    KvPattern(final long seed, final SlotShape shape) {
        this.seed = mix(seed);
        this.shape = shape;
        words = new long[Math.toIntExact(Math.ceilDiv(shape.layerBytes(), Long.BYTES))];
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
            draw(mix(mix(seed + id) + place));
            final long at = layer * shape.layerBytes();
            final int whole = (int) (shape.layerBytes() / Long.BYTES);
            MemorySegment.copy(words, 0, slot, JAVA_LONG_UNALIGNED, at, whole);
            for (long rest = (long) whole * Long.BYTES; rest < shape.layerBytes(); rest++) {
                slot.set(
                        JAVA_BYTE,
                        at + rest,
                        (byte) (words[whole] >>> rest % Long.BYTES * Byte.SIZE));
            }
        }
    }

    private void draw(final long first) {
        long state = first;
        for (int word = 0; word < words.length; word++) {
            state += STEP;
            words[word] = mix(state);
        }
    }

    private static long mix(final long value) {
        final long once = (value ^ value >>> 30) * 0xBF58476D1CE4E5B9L;
        final long twice = (once ^ once >>> 27) * 0x94D049BB133111EBL;
        return twice ^ twice >>> 31;
    }
}
