package dev.bounce.hw.kv;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaProbe;
import org.junit.jupiter.api.BeforeAll;

class CudaKvPoolTest extends KvPoolContract {
    @BeforeAll
    static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaKvPoolTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
    }

    @Override
    KvMemory open() {
        return KvMemory.ofDevice(CudaContext.open(0));
    }
}
