package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.cuda.CudaSignal;
import dev.bounce.hw.cuda.CudaStream;
import dev.bounce.hw.memory.CudaMemory;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.plan.TransferPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CudaCopyEngineTest extends CopyEngineContract {
    private static final CopyConfig CONFIG = new CopyConfig(3, 3, 1, 24, 0);

    /// So small that larger plans take several launches.
    private static final int SLOT_ENTRIES = 500;

    @BeforeAll
    static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaCopyEngineTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
    }

    @Override
    Bed open(final long arenaBytes) {
        return new CudaBed(arenaBytes);
    }

    private static final class CudaBed implements Bed {
        private final CudaContext context = CudaContext.open(0);
        private final CudaMemory memory;
        private final CopyEngine copies;
        private final List<Long> allocations = new ArrayList<>();

        CudaBed(final long arenaBytes) {
            memory = new CudaMemory(CudaContext.open(0), arenaBytes);
            copies = new CudaCopyEngine("test", memory, CONFIG, SLOT_ENTRIES, () -> {});
        }

        @Override
        public DeviceMemory memory() {
            return memory;
        }

        @Override
        public CopyEngine copies() {
            return copies;
        }

        @Override
        public MemorySegment allocate(final long bytes) {
            allocations.add(context.allocate(bytes));
            return CudaContext.segment(allocations.getLast(), bytes);
        }

        @Override
        public void write(final long address, final MemorySegment bytes) {
            context.copyToDevice(bytes, address);
        }

        @Override
        public void read(final long address, final MemorySegment into) {
            context.copyToHost(address, into);
        }

        @Override
        public void close() {
            copies.close();
            allocations.forEach(context::free);
            memory.close();
            context.close();
        }
    }

    @Test
    void shouldBeginNoCopyOnceItIsToldNotTo() {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
        bed().copies().beginNoMore();
        assertEquals(CopyOutcome.FAILED, gather(plan, 0, 0));
        assertNull(bed().copies().fault());
    }

    @Test
    void shouldBeginNothingThatWaitsForASlotOnceItIsToldNotTo() throws Exception {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        final List<CopyOutcome> outcomes;
        try (Gate gate = new Gate()) {
            for (int copy = 0; copy < 2 * CONFIG.gatherSlots(); copy++) {
                bed().copies().gather(copy, plan, 0, copy << 16, SEAL, gate.event);
            }
            bed().copies().beginNoMore();
            gate.signal.raise();
            outcomes = ends(2 * CONFIG.gatherSlots());
        }
        final long failed = outcomes.stream().filter(CopyOutcome.FAILED::equals).count();
        assertTrue(failed >= CONFIG.gatherSlots(), outcomes.toString());
    }

    @Test
    void shouldGatherInEverySlotThatIsFree() throws Exception {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        try (Gate gate = new Gate()) {
            for (int held = 1; held < CONFIG.gatherSlots(); held++) {
                bed().copies().gather(100 + held, plan, 0, held << 16, SEAL, gate.event);
                for (int free = 0; free < 4; free++) {
                    assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
                }
            }
            gate.signal.raise();
            assertEquals(
                    Collections.nCopies(CONFIG.gatherSlots() - 1, CopyOutcome.DONE),
                    ends(CONFIG.gatherSlots() - 1));
        }
    }

    private List<CopyOutcome> ends(final int count) {
        final List<CopyOutcome> outcomes = new ArrayList<>();
        final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (outcomes.size() < count && System.nanoTime() - end < 0) {
            bed().copies().pollGathers((_, outcome) -> outcomes.add(outcome));
        }
        assertEquals(count, outcomes.size());
        return outcomes;
    }

    /// An event that happens when the test says so.
    private static final class Gate implements AutoCloseable {
        private final CudaContext context = CudaContext.open(0);
        private final CudaStream stream = new CudaStream(context, 0);
        private final CudaSignal signal = new CudaSignal(context);
        private final CudaEvent event = new CudaEvent(context, false);

        Gate() {
            signal.await(stream);
            event.record(stream);
        }

        @Override
        public void close() {
            signal.raise();
            stream.synchronize();
            event.close();
            signal.close();
            stream.close();
            context.close();
        }
    }

    @Test
    void shouldStayUsableAfterAFailedCopy() {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        final DeviceMemory memory = bed().memory();
        final MemorySegment all = memory.ranges().toList().getFirst().segment();
        memory.remove(all.address());
        final MemorySegment other = memory.ranges().toList().getFirst().segment();
        memory.remove(other.address());
        assertEquals(CopyOutcome.FAILED, gather(plan, 0, 0));
        assertNull(bed().copies().fault());
        memory.register(all);
        memory.register(other);
        assertEquals(CopyOutcome.DONE, gather(plan, 0, 0));
    }
}
