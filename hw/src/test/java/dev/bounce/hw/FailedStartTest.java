package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.agent.PlaneKind;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FailedStartTest {
    /// That are still there after a while; some are about to end.
    private static List<String> threads() {
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        List<String> found = running();
        while (!found.isEmpty() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            found = running();
        }
        return found;
    }

    private static List<String> running() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.contains("stillborn"))
                .toList();
    }

    @Test
    void shouldLeaveNothingBehindIfTheReactorCannotBeMade() {
        final BounceAgentBuilder builder =
                BounceAgent.named("stillborn")
                        .config(AgentRig.config())
                        .plane(PlaneKind.TCP)
                        .networkInterface("lo")
                        .channel(
                                _ -> {
                                    throw new IllegalStateException("planted");
                                });
        final RuntimeException failure = assertThrows(RuntimeException.class, builder::start);
        assertTrue(failure.getMessage().contains("planted"), failure.getMessage());
        assertEquals(List.of(), threads());
    }
}
