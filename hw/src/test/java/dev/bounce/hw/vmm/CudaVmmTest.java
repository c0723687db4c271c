package dev.bounce.hw.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.cuda.CudaVmm;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// Skipped, with the reason, where there is no GPU.
class CudaVmmTest extends VmmContract {
    @BeforeAll
    static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaVmmTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
    }

    @Override
    VmmDriver open() {
        return new CudaVmm(CudaContext.open(0));
    }

    @Test
    void shouldSayHowItsMemoryIsShared(final TestReporter reporter) {
        final CudaVmm cuda = (CudaVmm) driver;
        reporter.publishEntry(
                "vmm",
                "%s: granularity %d, shareable %s, rdma %s"
                        .formatted(
                                cuda.context().name(),
                                cuda.granularity(),
                                cuda.shareable(),
                                cuda.isRdmaCapable()));
        assertNotNull(cuda.shareable());
    }

    @Test
    void shouldAnswerForPlainMemoryAndHostMemory() {
        final CudaContext context = ((CudaVmm) driver).context();
        final long address = context.allocate(1_000_000);
        try (Arena owner = Arena.ofConfined()) {
            final var found = driver.allocationAt(address + 999_999);
            assertTrue(found.base() <= address && found.bytes() >= 1_000_000, found.toString());
            assertEquals(0, found.device());
            assertNull(driver.allocationAt(owner.allocate(8).address()));
        }
        context.free(address);
    }

    @Test
    void shouldLetAnotherDeviceCopyFromIt() {
        assumeTrue(CudaProbe.look().devices() > 1, "there is one GPU");
        try (VmmPool pool = new VmmPool(driver, 2 * unit, unit, List.of(0, 1));
                CudaContext other = CudaContext.open(1);
                Arena owner = Arena.ofConfined()) {
            pool.resize(2);
            driver.fill(pool.base(), (byte) 9, 2 * unit);
            final long there = other.allocate(2 * unit);
            other.copy(pool.base(), there, 2 * unit);
            final MemorySegment found = owner.allocate(2 * unit);
            other.copyToHost(there, found);
            assertEquals(-1, found.mismatch(owner.allocate(2 * unit).fill((byte) 9)));
            other.free(there);
        }
    }
}
