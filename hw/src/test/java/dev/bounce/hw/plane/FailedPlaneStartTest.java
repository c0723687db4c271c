package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentThreads;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.UcxException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openucx.jucx.ucp.UcpMemory;

@Timeout(30)
class FailedPlaneStartTest {
    /// UCX maps no memory at address 0.
    @Test
    void shouldLeaveNothingBehindIfTheArenaCannotBeMapped() {
        try (HostMemory memory = new HostMemory(4_096)) {
            final DeviceMemory unmappable = new HeldMemory(memory, DeviceMemory.FRONT_BYTES);
            final UcxException refused =
                    assertThrows(
                            UcxException.class, () -> PutPlane.emulatedIpc(settings(), unmappable));
            assertTrue(refused.getMessage().contains("arena"), refused.getMessage());
            assertEquals(1, refused.getMessage().lines().count());
            assertEquals(List.of(), AgentThreads.left("unmappable"));
        }
    }

    @Test
    void shouldUnmapAnArenaThatUcxGivesNoKeyTo() {
        final List<UcpMemory> mapped = new ArrayList<>();
        try (HostMemory memory = new HostMemory(4_096)) {
            final UcxException refused =
                    assertThrows(
                            UcxException.class,
                            () ->
                                    PutPlane.emulatedIpc(
                                            settings(),
                                            memory,
                                            arena -> {
                                                mapped.add(arena);
                                                throw new UcxException("planted", null);
                                            }));
            assertEquals("planted", refused.getMessage());
            assertNull(mapped.getFirst().getNativeId(), "still mapped");
            assertEquals(List.of(), AgentThreads.left("unmappable"));
        }
    }

    private static PlaneSettings settings() {
        return new PlaneSettings("unmappable", System::nanoTime, 1, 1, 1, "lo", () -> {});
    }
}
