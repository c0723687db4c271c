package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.model.plan.TransferPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class HostCopyEngineTest extends CopyEngineContract {
    private final Arena pools = Arena.ofShared();
    private final Semaphore wakeUps = new Semaphore(0);

    @Override
    Bed open(final long arenaBytes) {
        final HostMemory memory = new HostMemory(arenaBytes);
        final CopyEngine copies =
                new HostCopyEngine(memory, new CopyPool("test", 2), wakeUps::release);
        return new HostBed(memory, copies, pools);
    }

    private record HostBed(HostMemory host, CopyEngine copies, Arena pools) implements Bed {
        @Override
        public DeviceMemory memory() {
            return host;
        }

        @Override
        public MemorySegment allocate(final long bytes) {
            return pools.allocate(bytes);
        }

        private MemorySegment at(final long address, final long bytes) {
            if (address - host.arenaAddress() >= 0
                    && address - host.arenaAddress() < host.arenaBytes()) {
                return host.arena().asSlice(address - host.arenaAddress(), bytes);
            }
            return bytesAt(address, bytes);
        }

        @SuppressWarnings("restricted")
        private MemorySegment bytesAt(final long address, final long bytes) {
            return MemorySegment.ofAddress(address).reinterpret(bytes, pools, null);
        }

        @Override
        public void write(final long address, final MemorySegment bytes) {
            at(address, bytes.byteSize()).copyFrom(bytes);
        }

        @Override
        public void read(final long address, final MemorySegment into) {
            into.copyFrom(at(address, into.byteSize()));
        }

        @Override
        public void close() {
            copies.close();
            host.close();
            if (pools.scope().isAlive()) {
                pools.close();
            }
        }
    }

    @Test
    void shouldFailAGatherWhoseSourceWasFreed() {
        final TransferPlan plan = plan(pairs(50, 10_000, 10_000, 0), 1 << 20);
        pools.close();
        assertEquals(CopyOutcome.FAILED, gather(plan, 0, 0));
    }

    @Test
    void shouldWakeItsOwnerWhenACopyEnds() throws Exception {
        final TransferPlan plan = plan(pairs(50, 100, 100, 0), 1 << 20);
        bed().copies().gather(7, plan, 0, 0, SEAL);
        assertEquals(true, wakeUps.tryAcquire(10, TimeUnit.SECONDS));
    }
}
