package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.AgentRig.Site;
import dev.bounce.hw.TransferProgress.Stage;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.cuda.CudaSignal;
import dev.bounce.hw.cuda.CudaStream;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CudaAgentTest {
    /// No machine has so many.
    private static final int NO_SUCH_DEVICE = 4_096;

    private static final Tag TAG = Tag.of("late");

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
                            () -> agent.register(owner.allocate(64)).orThrow());
            assertTrue(refused.getMessage().contains("no CUDA d"), refused.getMessage());
        }
    }

    private static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaAgentTest is skipped in part: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
    }

    @Test
    void shouldHoldATransferOfHostMemoryUntilItsEventHasHappened() throws Exception {
        requireDevice();
        try (AgentRig rig = new AgentRig(5);
                CudaContext context = CudaContext.open(0);
                CudaStream stream = new CudaStream(context, 0);
                CudaSignal go = new CudaSignal(context);
                CudaSignal delivered = new CudaSignal(context);
                CudaEvent ready = new CudaEvent(context, false)) {
            final Site from = rig.start("from", AgentRig.config());
            final Site to = rig.start("to", AgentRig.config());
            AgentRig.connect(from, to);
            final int half = AgentRig.POOL_BYTES / 2;
            final MemorySegment late = to.pool().asSlice(0, half);
            final MemorySegment early = to.pool().asSlice(half);
            final DescriptorPairs pairs = rig.pairs(from.pool(), late, 50, 100, 1_000);
            rig.randomize(from.pool());
            go.await(stream);
            ready.record(stream);
            to.agent().onDelivered("from", TAG, delivered);
            final TransferHandle handle = from.agent().submitAfter(pairs, "to", ready, TAG);
            final DescriptorPairs others = rig.pairs(from.pool(), early, 50, 100, 1_000);
            assertTrue(AgentRig.await(from.agent().submit(others, "to").future()).isSuccess());
            assertEquals(Stage.HELD, handle.progress().stage());
            assertFalse(delivered.isRaised());
            go.raise();
            assertTrue(AgentRig.await(handle.future()).isSuccess());
            while (!delivered.isRaised()) {
                Thread.yield();
            }
            rig.verify(from.pool(), late, pairs);
            rig.verify(from.pool(), early, others);
        }
    }

    @Test
    void shouldCloseBoundedWhileAStreamOfTheApplicationWaits() {
        requireDevice();
        try (CudaContext context = CudaContext.open(0);
                CudaStream stream = new CudaStream(context, 0);
                CudaSignal go = new CudaSignal(context)) {
            final BounceAgent agent =
                    BounceAgent.named("busy")
                            .config(AgentRig.config())
                            .memory(MemoryKind.CUDA)
                            .plane(PlaneKind.CUDA_IPC)
                            .start();
            assertEquals(MemoryKind.CUDA, agent.memoryKind());
            context.makeCurrent();
            go.await(stream);
            final long start = System.nanoTime();
            agent.close();
            final long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
            assertFalse(stream.isIdle());
            go.raise();
            stream.synchronize();
            assertTrue(seconds < 15, seconds + " s");
        }
    }

    @Test
    void shouldLetGoOfATransferThatIsCancelledBeforeItsEvent() throws Exception {
        requireDevice();
        try (AgentRig rig = new AgentRig(6);
                CudaContext context = CudaContext.open(0);
                CudaStream stream = new CudaStream(context, 0);
                CudaSignal go = new CudaSignal(context);
                CudaEvent ready = new CudaEvent(context, false)) {
            final Site from = rig.start("from", AgentRig.config());
            final Site to = rig.start("to", AgentRig.config());
            AgentRig.connect(from, to);
            go.await(stream);
            ready.record(stream);
            final DescriptorPairs pairs = rig.pairs(from.pool(), to.pool(), 50, 100, 1_000);
            final TransferHandle handle = from.agent().submitAfter(pairs, "to", ready, TAG);
            handle.cancel();
            assertFalse(AgentRig.await(handle.future()).isSuccess());
            go.raise();
            stream.synchronize();
            rig.verify(from.pool(), to.pool());
        }
    }
}
