package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts what one thread allocates on the heap, garbage included.
final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// What a decode may allocate whatever the frame says: views, lists, and the first objects.
    private static final long FIXED_BYTES = 512;

    static {
        // Loading and linking classes allocates too, once.
        final FrameDecoder decoder = new FrameDecoder(1 << 20);
        GoldenFrames.names().forEach(name -> decoder.decode(GoldenFrames.bytes(name)));
        decoder.decode(new byte[1]);
    }

    private Allocations() {}

    /// Decodes, and checks that this allocates less than three times the frame and a little.
    static Decoded decodeWithinBound(final FrameDecoder decoder, final byte[] frame) {
        return decodeWithin(3, decoder, frame);
    }

    /// Decodes, and checks that this allocates less than `factor` times the frame and a little.
    static Decoded decodeWithin(final int factor, final FrameDecoder decoder, final byte[] frame) {
        final Decoded[] decoded = new Decoded[1];
        checkBound(factor, frame.length, () -> decoded[0] = decoder.decode(frame));
        return decoded[0];
    }

    /// Checks that `work` allocates less than `factor` times the frame and a little.
    static void checkBound(final int factor, final int frameBytes, final Runnable work) {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        final long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(
                allocated < (long) factor * frameBytes + FIXED_BYTES,
                () -> allocated + " bytes allocated for a frame of " + frameBytes);
    }
}
