package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.hw.vmm.HostVmm;
import dev.bounce.hw.vmm.VmmDriver;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Transfer;
import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class HostVmmAgentTest extends VmmAgentContract {
    private static final long UNIT = 64 << 10;

    private final LocalFabric fabric = new LocalFabric();

    @Override
    VmmDriver open(final int site) {
        return new HostVmm(UNIT, 64 * UNIT);
    }

    @Override
    BounceAgentBuilder on(final BounceAgentBuilder builder, final VmmDriver driver) {
        return builder.fabric(fabric).probe(driver);
    }

    @Test
    void shouldWriteDirectAcrossTheChunksOfBothSides() throws Exception {
        final Site from = start("from", 0, 1, 4, "false");
        final Site to = start("to", 1, 2, 2, "false");
        register(from);
        register(to);
        from.agent().load(to.agent().describe());
        final DescriptorPairs pairs = slots(from, to);
        final MemorySegment sent = fill(from, to, 4);
        final TransferHandle handle = from.agent().submit(pairs, "to");
        assertInstanceOf(Transfer.Direct.class, handle.transfer());
        assertTrue(AgentRig.await(handle.future()).isSuccess());
        verify(to, sent, pairs);
    }
}
