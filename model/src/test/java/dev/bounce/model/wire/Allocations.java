package dev.bounce.model.wire;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/// Counts what one thread allocates on the heap, garbage included.
final class Allocations {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private Allocations() {}

    /// Bytes that this thread allocates while `work` runs.
    static long bytesOf(final Runnable work) {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        work.run();
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
