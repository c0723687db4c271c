package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.model.agent.PlaneKind;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
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

    /// A plane of which nothing can be had.
    private static DataPlane keyless(final AtomicBoolean closed) {
        return (DataPlane)
                Proxy.newProxyInstance(
                        DataPlane.class.getClassLoader(),
                        new Class<?>[] {DataPlane.class},
                        (_, method, _) -> {
                            if (method.getName().equals("close")) {
                                closed.set(true);
                                return true;
                            }
                            throw new IllegalStateException("no " + method.getName());
                        });
    }

    @Test
    void shouldLeaveNothingBehindIfThePartsDoNotFit() {
        final BounceAgentBuilder builder = BounceAgent.named("stillborn").config(AgentRig.config());
        final AtomicBoolean closed = new AtomicBoolean();
        final AtomicReference<DeviceMemory> made = new AtomicReference<>();
        final AgentAssembly.Planes planes =
                (_, _, memory, _, _, _) -> {
                    made.set(memory);
                    return keyless(closed);
                };
        final RuntimeException failure =
                assertThrows(RuntimeException.class, () -> AgentAssembly.of(builder, planes));
        assertTrue(failure.getMessage().contains("no arenaKey"), failure.getMessage());
        assertTrue(closed.get());
        assertFalse(((HostMemory) made.get()).arena().scope().isAlive());
        assertEquals(List.of(), AgentThreads.left("stillborn"));
    }

    @Test
    void shouldStartWithoutAnArenaWhateverItWouldBeCutInto() {
        BounceAgent.named("uncut")
                .config(AgentRig.config("enabled", "false", "arena.granularity", "16"))
                .start()
                .close();
    }
}
