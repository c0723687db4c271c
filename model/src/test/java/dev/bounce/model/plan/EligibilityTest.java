package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.GateConfig;
import dev.bounce.model.plan.Eligibility.Admitted;
import dev.bounce.model.plan.Eligibility.Refused;
import org.junit.jupiter.api.Test;

class EligibilityTest {
    private static final GateConfig OPEN = new GateConfig(0, Long.MAX_VALUE);
    private static final PlanLimits LIMITS = new PlanLimits(4_144, 4_144, 4, 1_024);
    private static final GateContext READY =
            new GateContext(true, true, true, MemoryKind.CUDA, MemoryKind.CUDA);

    private static PairList pairs(final long... lengths) {
        final PairList list = new PairList();
        for (int i = 0; i < lengths.length; i++) {
            list.add(65_536L * i, 65_536L * i, lengths[i]);
        }
        return list;
    }

    private static Eligibility ask(final DescriptorPairs pairs) {
        return Eligibility.of(pairs, OPEN, LIMITS, READY);
    }

    @Test
    void shouldAdmitWhatMeetsEveryCondition() {
        assertEquals(new Admitted(), ask(pairs(64, 64).pairs()));
    }

    @Test
    void shouldRefuseByContextBeforeLookingAtPairs() {
        final DescriptorPairs bad = pairs(64, 8_192).on(new int[] {0, 1}, new int[] {0});
        final MemoryKind host = MemoryKind.HOST;
        final MemoryKind cuda = MemoryKind.CUDA;
        assertRefused(
                Ineligibility.DISABLED, bad, new GateContext(false, false, false, host, cuda));
        assertRefused(
                Ineligibility.PEER_NOT_CAPABLE,
                bad,
                new GateContext(true, false, false, host, cuda));
        assertRefused(
                Ineligibility.LINK_NOT_READY, bad, new GateContext(true, true, false, host, cuda));
        assertRefused(
                Ineligibility.MEMORY_KINDS_DIFFER,
                bad,
                new GateContext(true, true, true, host, cuda));
        assertRefused(
                Ineligibility.MEMORY_KINDS_DIFFER,
                bad,
                new GateContext(true, true, true, cuda, host));
    }

    @Test
    void shouldRefuseSeveralSourceDevicesNamingTheFirstOther() {
        assertEquals(
                new Refused(Ineligibility.SEVERAL_DEVICES, 1, 5, 4),
                ask(pairs(64, 64, 64).on(new int[] {4, 5, 6}, new int[] {0})));
    }

    @Test
    void shouldRefuseSeveralDestinationDevices() {
        assertEquals(
                new Refused(Ineligibility.SEVERAL_DEVICES, 2, 1, 0),
                ask(pairs(64, 64, 64).on(new int[] {4}, new int[] {0, 0, 1})));
    }

    @Test
    void shouldCountOnlyNonEmptyPairsForTheLeastCount() {
        final GateConfig three = new GateConfig(3, Long.MAX_VALUE);
        assertEquals(
                new Refused(Ineligibility.TOO_FEW_DESCRIPTORS, -1, 2, 3),
                Eligibility.of(pairs(64, 0, 64, 0).pairs(), three, LIMITS, READY));
        assertEquals(
                new Admitted(), Eligibility.of(pairs(64, 0, 1, 9).pairs(), three, LIMITS, READY));
    }

    @Test
    void shouldRoundTheAverageDown() {
        final GateConfig hundred = new GateConfig(0, 100);
        assertEquals(
                new Admitted(), Eligibility.of(pairs(100, 101).pairs(), hundred, LIMITS, READY));
        assertEquals(
                new Refused(Ineligibility.DESCRIPTORS_TOO_LARGE, -1, 101, 100),
                Eligibility.of(pairs(100, 102).pairs(), hundred, LIMITS, READY));
    }

    @Test
    void shouldTakeTheAverageOfNonEmptyPairs() {
        assertEquals(
                new Refused(Ineligibility.DESCRIPTORS_TOO_LARGE, -1, 101, 100),
                Eligibility.of(
                        pairs(0, 101, 0, 0, 0).pairs(), new GateConfig(0, 100), LIMITS, READY));
    }

    @Test
    void shouldRefuseTheFirstPairThatDoesNotFitAChunk() {
        assertEquals(new Admitted(), ask(pairs(64, 4_096).pairs()));
        assertEquals(
                new Refused(Ineligibility.DESCRIPTOR_EXCEEDS_CHUNK, 1, 4_097, 4_096),
                ask(pairs(64, 4_097, 5_000).pairs()));
    }

    @Test
    void shouldCountChunksExactlyWhenInDoubt() {
        assertEquals(new Admitted(), ask(pairs(4_096, 4_096, 4_096, 4_096).pairs()));
        assertEquals(
                new Refused(Ineligibility.TOO_MANY_CHUNKS, -1, 5, 4),
                ask(pairs(4_096, 4_096, 4_096, 4_096, 1).pairs()));
    }

    @Test
    void shouldAdmitNothingButEmptyPairsWhenTheGateAsksForNone() {
        assertEquals(new Admitted(), ask(pairs(0, 0).pairs()));
        assertEquals(new Admitted(), ask(pairs().pairs()));
    }

    @Test
    void shouldNotOverflowOnTotalsBeyondTheAddressSpace() {
        final DescriptorPairs huge =
                new PairList()
                        .add(0, 0, Long.MAX_VALUE)
                        .add(1, 1, Long.MAX_VALUE)
                        .add(2, 2, Long.MAX_VALUE)
                        .pairs();
        assertEquals(
                new Refused(Ineligibility.DESCRIPTORS_TOO_LARGE, -1, Long.MAX_VALUE / 3, 16_384),
                Eligibility.of(huge, new GateConfig(0, 16_384), LIMITS, READY));
        assertEquals(
                Ineligibility.DESCRIPTOR_EXCEEDS_CHUNK,
                assertInstanceOf(Refused.class, Eligibility.ofPlan(huge, LIMITS)).reason());
    }

    @Test
    void shouldSayTheReasonWithItsNumbersInOneLine() {
        assertEquals(
                "TOO_FEW_DESCRIPTORS: 2, least is 3",
                new Refused(Ineligibility.TOO_FEW_DESCRIPTORS, -1, 2, 3).message());
        assertEquals(
                "DESCRIPTORS_TOO_LARGE: 101 bytes on average, most is 100",
                new Refused(Ineligibility.DESCRIPTORS_TOO_LARGE, -1, 101, 100).message());
        assertEquals("DISABLED", new Refused(Ineligibility.DISABLED, -1, 0, 0).message());
    }

    @Test
    void shouldPlanWhatIsAdmittedAndSendTheRestDirect() {
        final DescriptorPairs pairs = pairs(64, 64).pairs();
        final Transfer.Coalesced coalesced =
                assertInstanceOf(Transfer.Coalesced.class, Transfer.of(pairs, OPEN, LIMITS, READY));
        assertEquals(128, coalesced.plan().payloadBytes());
        assertEquals(
                new Transfer.Direct(pairs, Ineligibility.TOO_FEW_DESCRIPTORS),
                Transfer.of(pairs, new GateConfig(3, 100), LIMITS, READY));
    }

    private static void assertRefused(
            final Ineligibility reason, final DescriptorPairs pairs, final GateContext context) {
        assertEquals(new Refused(reason, -1, 0, 0), Eligibility.of(pairs, OPEN, LIMITS, context));
    }
}
