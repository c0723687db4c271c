package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Refusal;
import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.vmm.Pairing;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Transfers to a peer whose memory cannot be put into directly, as its description says.
@Timeout(60)
class UnputtableRegionsTest {
    private final AgentRig rig = new AgentRig(11);

    @AfterEach
    void close() {
        rig.close();
    }

    @Test
    void shouldCoalesceWhateverTheThresholdsSay() throws Exception {
        final Site from = rig.start("from", AgentRig.config());
        final Site to = rig.start("to", AgentRig.config());
        AgentRig.connect(from, to);
        final DescriptorPairs few = rig.pairs(from.pool(), to.pool(), 2, 100, 9_000);
        rig.randomize(from.pool());
        final TransferResult direct = AgentRig.await(from.agent().submit(few, "to").future());
        assertEquals(Ineligibility.TOO_FEW_DESCRIPTORS, direct.directReason());
        assertInstanceOf(
                LoadResult.Loaded.class,
                from.agent().load(Descriptions.puttable(to.agent().describe(), false)));
        final TransferResult coalesced = AgentRig.await(from.agent().submit(few, "to").future());
        assertTrue(coalesced.isSuccess(), coalesced.toString());
        assertEquals(TransferRoute.BOUNCE, coalesced.route());
        rig.verify(from.pool(), to.pool(), few);
        from.agent().load(to.agent().describe());
        assertEquals(
                TransferRoute.DIRECT,
                AgentRig.await(from.agent().submit(few, "to").future()).route());
    }

    @Test
    void shouldCutWhatIsLongerThanAChunk() throws Exception {
        final Site from = rig.start("from", AgentRig.config());
        final Site to = rig.start("to", AgentRig.config());
        AgentRig.connect(from, to);
        final int longer = 2 * (int) AgentRig.config().arena().maxChunkBytes() + 77;
        final DescriptorPairs one = rig.pairs(from.pool(), to.pool(), 1, longer, longer);
        rig.randomize(from.pool());
        from.agent().load(Descriptions.puttable(to.agent().describe(), false));
        final TransferResult moved = AgentRig.await(from.agent().submit(one, "to").future());
        assertTrue(moved.isSuccess(), moved.toString());
        assertEquals(TransferRoute.BOUNCE, moved.route());
        rig.verify(from.pool(), to.pool(), one);
    }

    @Test
    void shouldRefuseWhatCannotBeCoalescedEither() throws Exception {
        final Site from = rig.start("from", AgentRig.config("enabled", "false"));
        final Site to = rig.start("to", AgentRig.config());
        from.agent().load(Descriptions.puttable(to.agent().describe(), false));
        final DescriptorPairs pairs = rig.pairs(from.pool(), to.pool(), 50, 100, 1_000);
        final TransferHandle handle = from.agent().submit(pairs, "to");
        assertNull(handle.fault());
        final TransferResult refused = AgentRig.await(handle.future());
        assertEquals(Refusal.NOT_PUTTABLE, refused.refusal());
        assertEquals(Ineligibility.DISABLED, refused.directReason());
        assertTrue(refused.quiescent());
        assertFalse(refused.delivered());
        assertEquals(0, refused.timings().acceptedNanos());
        assertEquals(1, from.agent().metrics().refused().get(Refusal.NOT_PUTTABLE));
        rig.verify(from.pool(), to.pool());
    }

    /// One destination that only chunks reach, and one that is longer than a chunk and elsewhere.
    @Test
    void shouldHoldNoRangeForAMistakeInTheDestinations() throws Exception {
        final Site from = rig.start("from", AgentRig.config());
        final Site to = rig.start("to", AgentRig.config());
        AgentRig.connect(from, to);
        from.agent().load(Descriptions.puttable(to.agent().describe(), false));
        final long longer = 2 * AgentRig.config().arena().maxChunkBytes();
        final DescriptorPairs pairs =
                DescriptorPairs.of(
                        new long[] {from.pool().address(), from.pool().address()},
                        new long[] {to.pool().address(), to.pool().address() + Long.MIN_VALUE},
                        new long[] {100, longer});
        final TransferHandle handle = from.agent().submit(pairs, "to");
        assertEquals(
                new Pairing.Refused(Pairing.Reason.DESTINATION_UNREGISTERED, 1), handle.fault());
        assertEquals(Refusal.UNKNOWN_MEMORY, AgentRig.await(handle.future()).refusal());
        AgentRig.await(from.agent().deregister(from.pool()));
    }
}
