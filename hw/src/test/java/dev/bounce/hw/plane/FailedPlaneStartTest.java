package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.UcxException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class FailedPlaneStartTest {
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
                .filter(name -> name.contains("unmappable"))
                .toList();
    }

    /// UCX maps no memory at address 0.
    @Test
    void shouldLeaveNothingBehindIfTheArenaCannotBeMapped() {
        try (HostMemory memory = new HostMemory(4_096)) {
            final DeviceMemory unmappable = new HeldMemory(memory, DeviceMemory.FRONT_BYTES);
            final UcxException refused =
                    assertThrows(
                            UcxException.class,
                            () ->
                                    PutPlane.emulatedIpc(
                                            new PlaneSettings(
                                                    "unmappable",
                                                    System::nanoTime,
                                                    1,
                                                    1,
                                                    1,
                                                    "lo",
                                                    () -> {}),
                                            unmappable));
            assertTrue(refused.getMessage().contains("arena"), refused.getMessage());
            assertEquals(1, refused.getMessage().lines().count());
            assertEquals(List.of(), threads());
        }
    }
}
