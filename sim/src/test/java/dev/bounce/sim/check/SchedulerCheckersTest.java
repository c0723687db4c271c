package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.RegionState;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import org.junit.jupiter.api.Test;

/// Checkers of who gets the next region: each accepts a good history and rejects bad ones.
final class SchedulerCheckersTest {
    private static final long GENERAL_START = 16_384;
    private static final int MOST_PASSED = 8 + 2 * 8 * 2;

    private final History history = new History();
    private final Ledger ledger = history.ledger;
    private final AgentView view = history.receiver.view();
    private long lastGrantId;

    /// Flow 6 is granted a chunk while flow 5, of the same peer, waits.
    private void passOver(final NoStarvation checker, final boolean drains) {
        view.clear();
        view.flow(History.receiverPlane(), 5, 0, 2, 2_048, false);
        view.flow(History.receiverPlane(), 6, 1, 2, 2_048, false);
        view.drain(drains, false);
        final int chunk = (int) lastGrantId;
        final Effect.Send grant = History.grant(6, chunk, ++lastGrantId, GENERAL_START);
        Judged.show(checker, ledger, History.RECEIVER, grant);
        history.sent(History.RECEIVER, grant);
        checker.onStep(ledger, History.RECEIVER);
        ledger.stepEnded(History.RECEIVER);
    }

    @Test
    void shouldRejectAFlowThatIsPassedOverForEver() {
        final NoStarvation checker = new NoStarvation();
        for (int grant = 0; grant <= MOST_PASSED; grant++) {
            passOver(checker, false);
        }
        Judged.violates(checker, () -> passOver(checker, false));
    }

    @Test
    void shouldRejectAFlowThatStagingPassesOverForEver() {
        final NoStarvation checker = new NoStarvation();
        for (int chunk = 0; chunk <= MOST_PASSED; chunk++) {
            stage(checker, false, false);
        }
        Judged.violates(checker, () -> stage(checker, false, false));
    }

    @Test
    void shouldLetStagingUseTheReserve() {
        final NoStarvation checker = new NoStarvation();
        for (int chunk = 0; chunk <= 2 * MOST_PASSED; chunk++) {
            stage(checker, chunk > MOST_PASSED, true);
        }
    }

    @Test
    void shouldRejectStagingInTheGeneralPartDuringADrain() {
        final NoStarvation checker = new NoStarvation();
        stage(checker, true, true);
        Judged.violates(checker, () -> stage(checker, true, false));
    }

    private void stage(final NoStarvation checker, final boolean drains, final boolean reserve) {
        view.clear();
        final long offset = reserve ? 0 : GENERAL_START;
        view.region(
                offset,
                8_192,
                RegionState.STAGING_CREDITED,
                History.senderPlane(),
                1,
                0,
                0,
                reserve);
        view.flow(History.receiverPlane(), 5, 0, 2, 2_048, false);
        view.flow(History.receiverPlane(), 6, 1, 2, 2_048, false);
        view.drain(drains, false);
        Judged.show(checker, ledger, History.RECEIVER, gather(offset));
        checker.onStep(ledger, History.RECEIVER);
        ledger.stepEnded(History.RECEIVER);
    }

    @Test
    void shouldCountAnewAfterADrain() {
        final NoStarvation checker = new NoStarvation();
        for (int grant = 0; grant < 3 * MOST_PASSED; grant++) {
            passOver(checker, grant % MOST_PASSED == 0);
        }
    }

    @Test
    void shouldAcceptAHeadThatFitsBesideQuarantine() {
        view.region(
                GENERAL_START,
                32_768,
                RegionState.GRANTED,
                History.receiverPlane(),
                1,
                0,
                1,
                false);
        view.region(
                GENERAL_START + 32_768,
                16_384,
                RegionState.SCATTERING,
                History.receiverPlane(),
                1,
                1,
                2,
                false);
        view.flow(History.receiverPlane(), 5, 0, 2, 8_192, false);
        new HopelessIsRejected().onStep(ledger, History.RECEIVER);
    }

    @Test
    void shouldRejectAHeadThatQuarantineLeavesNoRoomFor() {
        final HopelessIsRejected checker = new HopelessIsRejected();
        for (int block = 0; block < 6; block++) {
            view.region(
                    GENERAL_START + block * 8_192L,
                    1_024,
                    RegionState.QUARANTINED,
                    History.receiverPlane(),
                    1,
                    block,
                    block + 1,
                    false);
        }
        view.flow(History.receiverPlane(), 5, 0, 2, 4_096, false);
        checker.onStep(ledger, History.RECEIVER);
        view.flow(History.receiverPlane(), 6, 0, 2, 8_192, false);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectEagerStagingWhileAHeadWaits() {
        final EagerWaits checker = new EagerWaits();
        full(RegionState.GRANTED);
        view.flow(History.receiverPlane(), 5, 0, 2, 8_192, false);
        checker.onStep(ledger, History.RECEIVER);
        Judged.show(checker, ledger, History.RECEIVER, gather(GENERAL_START));
        checker.onStep(ledger, History.RECEIVER);
        full(RegionState.STAGING_EAGER);
        view.flow(History.receiverPlane(), 5, 0, 2, 8_192, false);
        Judged.show(checker, ledger, History.RECEIVER, gather(GENERAL_START));
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectEagerStagingDuringADrain() {
        final EagerWaits checker = new EagerWaits();
        full(RegionState.STAGING_EAGER);
        view.drain(true, false);
        checker.onStep(ledger, History.RECEIVER);
        Judged.show(checker, ledger, History.RECEIVER, gather(GENERAL_START));
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    private void full(final RegionState state) {
        view.clear();
        view.region(GENERAL_START, 49_152, state, History.receiverPlane(), 1, 0, 1, false);
    }

    private static Effect.Gather gather(final long region) {
        final DescriptorPairs pairs =
                new DescriptorPairs(
                        new long[] {0}, new long[] {0}, new long[] {64}, new int[1], new int[1]);
        final TransferPlan plan = TransferPlan.of(pairs, new PlanLimits(8_192, 8_192, 8, 8));
        return new Effect.Gather(1, 1, plan, 0, region, new SealKey(1, 2, 3, 4, 0));
    }
}
