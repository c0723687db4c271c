package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.MemoryKind;
import java.lang.foreign.Arena;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CudaAgentTest {
    /// No machine has so many.
    private static final int NO_SUCH_DEVICE = 4_096;

    @Test
    void shouldLiveWithoutTheGpuItAskedForAndTakeNoRange() {
        try (BounceAgent agent =
                        BounceAgent.named("lonely")
                                .config(AgentRig.config())
                                .fabric(new LocalFabric())
                                .memory(MemoryKind.CUDA)
                                .device(NO_SUCH_DEVICE)
                                .start();
                Arena owner = Arena.ofShared()) {
            assertEquals(MemoryKind.HOST, agent.memoryKind());
            final IllegalArgumentException refused =
                    assertThrows(
                            IllegalArgumentException.class,
                            () -> agent.register(owner.allocate(64)));
            assertTrue(refused.getMessage().contains("no CUDA d"), refused.getMessage());
        }
    }
}
