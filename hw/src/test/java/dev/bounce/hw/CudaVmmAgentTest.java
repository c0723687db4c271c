package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.cuda.CudaVmm;
import dev.bounce.hw.vmm.VmmDriver;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Transfer;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;

/// Pools on GPU 0 and, where there is one, GPU 1, over the plane `cuda_ipc`. Skipped, with the
/// reason, where there is no GPU.
class CudaVmmAgentTest extends VmmAgentContract {
    @BeforeAll
    static void requireDevice() {
        final CudaProbe probe = CudaProbe.look();
        if (!probe.isFound()) {
            System.out.println("CudaVmmAgentTest is skipped: " + probe.reason());
        }
        assumeTrue(probe.isFound(), probe.reason());
    }

    @Override
    VmmDriver open(final int site) {
        return new CudaVmm(CudaContext.open(site % CudaProbe.look().devices()));
    }

    @Override
    BounceAgentBuilder on(final BounceAgentBuilder builder, final VmmDriver driver) {
        return builder.memory(MemoryKind.CUDA).device(driver.device()).plane(PlaneKind.CUDA_IPC);
    }

    /// What UCX makes of puts between registered chunks depends on its version: they land whole, or
    /// the transfer fails.
    @Test
    void shouldPutDirectWholeOrFail(final TestReporter reporter) throws Exception {
        final Site from = start("from", 0, 1, 4, "false");
        final Site to = start("to", 1, 2, 2, "false");
        register(from);
        register(to);
        from.agent().load(to.agent().describe());
        final DescriptorPairs pairs = slots(from, to);
        final MemorySegment sent = fill(from, to, 4);
        final TransferHandle handle = from.agent().submit(pairs, "to");
        assertInstanceOf(Transfer.Direct.class, handle.transfer());
        final TransferResult result = AgentRig.await(handle.future());
        reporter.publishEntry("direct", result.toString());
        if (result.isSuccess()) {
            verify(to, sent, pairs);
        }
        assertTrue(result.isSuccess() || result.quiescent(), result.toString());
    }
}
