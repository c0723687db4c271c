package dev.bounce.hw.bench;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import dev.bounce.hw.cuda.CudaContext;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Memory of one rank between two guard bands of canaries, which lie outside what is registered.
/// The bytes of a pool on a GPU are seen in a copy in host memory, as they were at the last
/// [#fetch].
final class Pool implements AutoCloseable {
    /// What every byte holds that was not written.
    static final byte CANARY = (byte) 0xC5;

    private static final long GUARD_BYTES = 4_096;
    private static final long STEP = 0x9E3779B97F4A7C15L;

    private final MemorySegment whole;
    private final MemorySegment inside;
    private final CudaContext context;
    private final long device;

    /// A pool in host memory.
    Pool(final Arena owner, final long bytes) {
        this(owner, bytes, null);
    }

    /// A pool on a GPU.
    ///
    /// @param context of the GPU, closed with this pool; `null` for host memory
    /// @throws dev.bounce.hw.cuda.CudaException if there is no room for it
    Pool(final Arena owner, final long bytes, final CudaContext context) {
        this.context = context;
        whole = owner.allocate(bytes + 2 * GUARD_BYTES, GUARD_BYTES);
        inside = whole.asSlice(GUARD_BYTES, bytes);
        whole.fill(CANARY);
        if (context == null) {
            device = 0;
        } else {
            device = context.allocate(whole.byteSize());
            context.fill(device, CANARY, whole.byteSize());
        }
    }

    /// What may be registered; of a GPU it only says where the bytes are.
    MemorySegment range() {
        return context == null ? inside : CudaContext.segment(base(), inside.byteSize());
    }

    /// Its bytes in host memory.
    MemorySegment inside() {
        return inside;
    }

    /// Address of its first byte.
    long base() {
        return context == null ? inside.address() : device + GUARD_BYTES;
    }

    /// Looks at the bytes on the GPU, guard bands included.
    void fetch() {
        if (context != null) {
            context.copyToHost(device, whole);
        }
    }

    /// Fills it with words that differ from each other and from one seed to the next.
    void randomize(final long seed) {
        long state = seed * STEP;
        final long words = inside.byteSize() / Long.BYTES;
        for (long word = 0; word < words; word++) {
            state += STEP;
            final long mixed = (state ^ state >>> 30) * 0xBF58476D1CE4E5B9L;
            inside.set(JAVA_LONG_UNALIGNED, word * Long.BYTES, mixed ^ mixed >>> 27);
        }
        for (long at = words * Long.BYTES; at < inside.byteSize(); at++) {
            inside.set(JAVA_BYTE, at, (byte) (seed + at));
        }
        push();
    }

    /// Brings what was written to its bytes in host memory to the GPU.
    void push() {
        if (context != null) {
            context.copyToDevice(inside, base());
        }
    }

    /// Makes every byte of it wrong.
    void poison() {
        if (context == null) {
            inside.fill(CANARY);
        } else {
            context.fill(base(), CANARY, inside.byteSize());
        }
    }

    /// Offset, from the first byte inside, of a guard byte that was written; 0, which is inside, if
    /// none was.
    long brokenGuard() {
        for (long at = 0; at < GUARD_BYTES; at++) {
            if (whole.get(JAVA_BYTE, at) != CANARY) {
                return at - GUARD_BYTES;
            }
            final long behind = GUARD_BYTES + inside.byteSize() + at;
            if (whole.get(JAVA_BYTE, behind) != CANARY) {
                return inside.byteSize() + at;
            }
        }
        return 0;
    }

    /// A byte by its offset from the first one inside; may lie in a guard band.
    byte around(final long offset) {
        return whole.get(JAVA_BYTE, GUARD_BYTES + offset);
    }

    /// Writes such a byte.
    void setAround(final long offset, final byte value) {
        whole.set(JAVA_BYTE, GUARD_BYTES + offset, value);
    }

    /// Gives memory of a GPU back; host memory goes with its arena.
    @Override
    public void close() {
        if (context != null) {
            context.free(device);
            context.close();
        }
    }
}
