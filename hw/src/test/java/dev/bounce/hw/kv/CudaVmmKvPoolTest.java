package dev.bounce.hw.kv;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.cuda.CudaVmm;
import dev.bounce.model.MemoryKind;
import org.junit.jupiter.api.BeforeAll;

class CudaVmmKvPoolTest extends KvPoolContract {
    @BeforeAll
    static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaVmmKvPoolTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
    }

    @Override
    KvMemory open() {
        final CudaVmm driver = new CudaVmm(CudaContext.open(0));
        return KvMemory.ofVirtual(driver, MemoryKind.CUDA, driver.granularity());
    }
}
