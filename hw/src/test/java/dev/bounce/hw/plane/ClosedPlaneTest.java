package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentThreads;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What the close of the objects of a plane over UCX says.
@Timeout(30)
class ClosedPlaneTest {
    private final HostMemory memory = new HostMemory(4_096);
    private final UcxDomain domain = new UcxDomain(UcxProfile.TCP, "lo", false);

    @AfterEach
    void close() {
        domain.close();
        memory.close();
    }

    /// A direct path that works, and whose close is asked about once it is closed.
    private record Direct(DirectPath path, BooleanSupplier closed) implements DirectPath {
        @Override
        public Blob address() {
            return path.address();
        }

        @Override
        public void put(final long transferId, final Blob peer, final DescriptorPairs pairs) {
            path.put(transferId, peer, pairs);
        }

        @Override
        public boolean tick() {
            return path.tick();
        }

        @Override
        public int eventFd() {
            return path.eventFd();
        }

        @Override
        public int progress() {
            return path.progress();
        }

        @Override
        public boolean arm() {
            return path.arm();
        }

        @Override
        public boolean close() {
            return path.close() && closed.getAsBoolean();
        }
    }

    private UcxObjects open(final BooleanSupplier closed) {
        return new UcxObjects(
                new PlaneContext(
                        "closer",
                        memory,
                        new LivingGrants(memory.arena()),
                        System::nanoTime,
                        _ -> {},
                        new PlaneCounters(),
                        new CopyWaits("closer", memory),
                        1,
                        1),
                domain,
                (context, made) -> new Direct(new DirectExchange(context, made), closed));
    }

    @Test
    void shouldSayThatNothingRunsOnceAllIsClosed() {
        assertTrue(open(() -> true).close(() -> {}));
    }

    @Test
    void shouldSayThatSomethingRunsIfAPartCannotBeClosed() {
        assertFalse(open(() -> false).close(() -> {}));
    }

    /// The wait for the helper thread is given up early here, as an interrupt does.
    @Test
    void shouldSayThatSomethingRunsWhileAPartIsBeingClosed() {
        final CountDownLatch letGo = new CountDownLatch(1);
        final UcxObjects objects =
                open(
                        () -> {
                            try {
                                letGo.await();
                            } catch (final InterruptedException interrupted) {
                                throw new IllegalStateException(interrupted);
                            }
                            return true;
                        });
        Thread.currentThread().interrupt();
        try {
            assertFalse(objects.close(() -> {}));
        } finally {
            assertTrue(Thread.interrupted());
            letGo.countDown();
        }
        assertEquals(List.of(), AgentThreads.left("closer"));
    }
}
