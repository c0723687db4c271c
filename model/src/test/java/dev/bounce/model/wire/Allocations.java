package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts what one thread allocates on the heap, garbage included.
final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /// What a decode may allocate whatever the frame says: views, lists, and the first objects.
    private static final long FIXED_BYTES = 512;

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

    /// Checks that `work` allocates less than `factor` times the frame and a little. It is run
    /// again before it fails, as loading and linking classes allocates too, once.
    static void checkBound(final int factor, final int frameBytes, final Runnable work) {
        final long bound = (long) factor * frameBytes + FIXED_BYTES;
        final long allocated = bytesOf(work);
        if (allocated >= bound) {
            final long again = bytesOf(work);
            assertTrue(
                    again < bound, () -> again + " bytes allocated for a frame of " + frameBytes);
        }
    }

    private static long bytesOf(final Runnable work) {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
