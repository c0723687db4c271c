package dev.bounce.hw;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/// The threads of agents, by their names.
public final class AgentThreads {
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(5);

    private AgentThreads() {}

    /// Those of an agent that are still there after a while; some are about to end.
    ///
    /// @param agent part of the names of its threads, and of no others
    public static List<String> left(final String agent) {
        final long end = System.nanoTime() + BOUND_NANOS;
        List<String> found = running(agent);
        while (!found.isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            found = running(agent);
        }
        return found;
    }

    private static List<String> running(final String agent) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains(agent))
                .toList();
    }
}
