package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.agent.PlaneKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FailedStartTest {
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
        assertEquals(List.of(), AgentThreads.left("stillborn"));
    }
}
