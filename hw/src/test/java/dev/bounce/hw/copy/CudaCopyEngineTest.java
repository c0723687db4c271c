package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.memory.CudaMemory;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.plan.TransferPlan;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
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
