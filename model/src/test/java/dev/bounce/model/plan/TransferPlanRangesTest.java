package dev.bounce.model.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// Which memory a plan touches.
class TransferPlanRangesTest {
    private static final PlanLimits LIMITS = new PlanLimits(1_024, 1_024, 65_536, 1_024);

    private static TransferPlan plan(final PairList list) {
        return TransferPlan.of(list.pairs(), LIMITS);
    }

    @Test
    void shouldKnowItsSourcesToTheByte() {
        final TransferPlan plan =
                plan(new PairList().add(0x2000, 0x9000, 100).add(0x1000, 0x9500, 200));
        assertTrue(plan.readsFrom(0x1000, 1));
        assertTrue(plan.readsFrom(0x10C7, 1));
        assertFalse(plan.readsFrom(0x10C8, 0x1000 - 0xC8));
        assertTrue(plan.readsFrom(0x10C8, 0x1001 - 0xC8));
        assertFalse(plan.readsFrom(0xFFF, 1));
        assertFalse(plan.readsFrom(0x2064, 0x10000));
        assertTrue(plan.readsFrom(0, Long.MAX_VALUE));
    }

    @Test
    void shouldKnowItsDestinationsToTheByte() {
        final TransferPlan plan =
                plan(
                        new PairList()
                                .add(0x1000, 0x9000, 32)
                                .add(0x2000, 0x9080, 32)
                                .add(0x3000, 0x9100, 32)
                                .add(0x4000, 0xA000, 900));
        assertTrue(plan.writesTo(0x9080, 32));
        assertTrue(plan.writesTo(0x909F, 1));
        assertFalse(plan.writesTo(0x90A0, 0x60));
        assertTrue(plan.writesTo(0xA383, 1));
        assertFalse(plan.writesTo(0xA384, 1));
    }

    @Test
    void shouldTakeAnEmptyRangeForNoBytes() {
        final TransferPlan plan = plan(new PairList().add(0x1000, 0x9000, 100));
        assertFalse(plan.readsFrom(0x1010, 0));
        assertFalse(plan.writesTo(0x9010, 0));
        assertFalse(plan.readsFrom(0, 0));
    }

    @Test
    void shouldEndARangeAtTheEndOfTheAddressSpace() {
        final TransferPlan plan = plan(new PairList().add(0x1000, -0x1000, 100));
        assertTrue(plan.writesTo(-0x2000, 0x7000));
        assertTrue(plan.writesTo(0, -1));
        assertFalse(plan.readsFrom(-0x2000, 0x7000));
    }

    @Test
    void shouldReadNothingWhenEmpty() {
        final TransferPlan empty = plan(new PairList().add(5, 6, 0));
        assertFalse(empty.readsFrom(0, -1));
        assertFalse(empty.writesTo(0, -1));
        assertFalse(empty.destinationsOverlap(empty));
    }

    @Test
    void shouldFindACommonDestinationByte() {
        final TransferPlan one = plan(new PairList().add(0, 0x9000, 100).add(0, 0xB000, 100));
        assertTrue(one.destinationsOverlap(one));
        assertTrue(one.destinationsOverlap(plan(new PairList().add(0, 0xB063, 1))));
        assertFalse(one.destinationsOverlap(plan(new PairList().add(0, 0xB064, 1))));
        assertFalse(
                one.destinationsOverlap(
                        plan(new PairList().add(0, 0x9064, 900).add(0x9000, 0xC000, 9))));
        assertTrue(plan(new PairList().add(0, 0xAFFF, 2)).destinationsOverlap(one));
    }
}
