package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.RegionState;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Checkers of regions: each accepts a good history and rejects bad ones.
final class ArenaCheckersTest {
    private static final long REGION = 16_384;
    private final History history = new History();
    private final Ledger ledger = history.ledger;

    @Test
    void shouldAcceptAnArenaWhoseBytesAddUp() {
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        new Conservation().onStep(ledger, History.RECEIVER);
    }

    @Test
    void shouldRejectAnArenaThatLostBytes() {
        final Conservation checker = new Conservation();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        history.receiver.view().free(History.GENERAL);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectRegionsThatOverlap() {
        final Conservation checker = new Conservation();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        history.sent(History.RECEIVER, History.grant(5, 0, 2, REGION + 1_024));
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        history.shows(REGION + 1_024, RegionState.GRANTED, 5, 2);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAGrantedRegionThatWasNeverGranted() {
        final Conservation checker = new Conservation();
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAnOrphanWithoutScatter() {
        final Conservation checker = new Conservation();
        history.shows(REGION, RegionState.ORPHAN, 5, 1);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAScatterWhoseRegionIsFree() {
        final Conservation checker = new Conservation();
        history.scattering(5, 1, REGION);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAGatherIntoAFreeRegion() {
        final Conservation checker = new Conservation();
        ledger.gatherStarted(History.SENDER, new RunningGather(1, 1, REGION, 2_048));
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldAcceptARisingGrantIdAndItsRepeat() {
        final GrantIdFresh checker = new GrantIdFresh();
        final Effect.Send first = History.grant(5, 0, 1, REGION);
        for (final Effect.Send send : List.of(first, History.grant(5, 1, 2, REGION), first)) {
            Judged.show(checker, ledger, History.RECEIVER, send);
            history.sent(History.RECEIVER, send);
        }
    }

    @Test
    void shouldRejectAGrantIdThatFalls() {
        final GrantIdFresh checker = new GrantIdFresh();
        history.sent(History.RECEIVER, History.grant(5, 0, 2, REGION));
        ledger.stepEnded(History.RECEIVER);
        final Effect.Send falls = History.grant(5, 1, 1, REGION + 2_048);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, falls));
    }

    @Test
    void shouldRejectAGrantIdThatNamesAnotherCredit() {
        final GrantIdFresh checker = new GrantIdFresh();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        final Effect.Send other = History.grant(5, 1, 1, REGION);
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, other));
    }

    @Test
    void shouldRejectTwoRegionsWithOneGrantId() {
        final GrantIdFresh checker = new GrantIdFresh();
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        history.shows(REGION + 2_048, RegionState.QUARANTINED, 5, 1);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAFlowThatHoldsMoreThanItsWindow() {
        final WindowRespected checker = new WindowRespected();
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        history.receiver.view().flow(History.receiverPlane(), 5, 1, 1, 1_024, false);
        checker.onStep(ledger, History.RECEIVER);
        history.shows(REGION + 2_048, RegionState.QUEUED, 5, 2);
        history.receiver.view().flow(History.receiverPlane(), 5, 2, 1, 1_024, false);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAFlowThatMiscountsWhatItHolds() {
        final WindowRespected checker = new WindowRespected();
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        history.receiver.view().flow(History.receiverPlane(), 5, 0, 1, 1_024, false);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAWindowAboveTheConfiguredBound() {
        final WindowRespected checker = new WindowRespected();
        history.receiver
                .view()
                .flow(History.receiverPlane(), 5, 0, History.MAX_WINDOW + 1, 1_024, false);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldAcceptCreditedStagingInTheReserve() {
        reserve(0, RegionState.STAGING_CREDITED, true);
        new ReserveKept().onStep(ledger, History.SENDER);
    }

    @Test
    void shouldRejectEagerStagingInTheReserve() {
        final ReserveKept checker = new ReserveKept();
        reserve(0, RegionState.STAGING_EAGER, true);
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldRejectAGrantInTheReserve() {
        final ReserveKept checker = new ReserveKept();
        reserve(8_192, RegionState.GRANTED, true);
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldRejectTwoReserveBlocksOfOnePeer() {
        final ReserveKept checker = new ReserveKept();
        reserve(0, RegionState.STAGING_CREDITED, true);
        reserve(8_192, RegionState.STAGING_CREDITED, true);
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldRejectAReserveBlockThatIsNotSaidToBeOne() {
        final ReserveKept checker = new ReserveKept();
        reserve(0, RegionState.STAGING_CREDITED, false);
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldRejectEagerStagingBeyondItsBound() {
        final ReserveKept checker = new ReserveKept();
        for (long offset = 16_384; offset < 57_344; offset += 8_192) {
            eager(offset);
        }
        checker.onStep(ledger, History.SENDER);
        eager(57_344);
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    private void eager(final long offset) {
        history.sender
                .view()
                .region(
                        offset,
                        8_192,
                        RegionState.STAGING_EAGER,
                        History.senderPlane(),
                        5,
                        0,
                        0,
                        false);
    }

    @Test
    void shouldRejectARegionGrantedInADeadEpoch() {
        final DeadEpochHoldsNothing checker = new DeadEpochHoldsNothing();
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        checker.onStep(ledger, History.RECEIVER);
        ledger.epochEnded(History.RECEIVER, History.receiverPlane());
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAnEpochThatIsOpenedTwice() {
        final EpochFresh checker = new EpochFresh();
        final Effect.OpenPlane open =
                new Effect.OpenPlane(History.receiverPlane(), "agent-0", null);
        Judged.show(checker, ledger, History.RECEIVER, open);
        ledger.planeOpened(History.RECEIVER, History.receiverPlane());
        Judged.violates(checker, () -> Judged.show(checker, ledger, History.RECEIVER, open));
        Judged.show(checker, ledger, History.SENDER, open);
    }

    @Test
    void shouldRejectAFlowOfADeadEpoch() {
        final DeadEpochHoldsNothing checker = new DeadEpochHoldsNothing();
        history.receiver.view().flow(History.receiverPlane(), 5, 0, 1, 1_024, false);
        ledger.epochEnded(History.RECEIVER, History.receiverPlane());
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    private void reserve(final long offset, final RegionState state, final boolean said) {
        history.sender.view().region(offset, 8_192, state, History.senderPlane(), 5, 0, 0, said);
    }
}
