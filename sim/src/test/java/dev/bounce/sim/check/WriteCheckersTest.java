package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.RegionState;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.ScatterRuns;
import org.junit.jupiter.api.Test;

/// Checkers of writes and of what scatters read: each accepts a good history and rejects bad ones.
final class WriteCheckersTest {
    private static final long REGION = 16_384;
    private final History history = new History();
    private final Ledger ledger = history.ledger;

    @Test
    void shouldAcceptAWriteToItsGrantedOrQuarantinedRegion() {
        final NoForeignWrite checker = new NoForeignWrite();
        history.shows(REGION, RegionState.GRANTED, 5, 1);
        final WriteRecord write = history.write(1, REGION, 1);
        checker.onPost(ledger, write);
        history.receiver.view().clear();
        history.shows(REGION, RegionState.QUARANTINED, 5, 1);
        checker.onStep(ledger, History.RECEIVER);
    }

    @Test
    void shouldRejectAWriteThatCanLandInAFreeRegion() {
        final NoForeignWrite checker = new NoForeignWrite();
        history.write(1, REGION, 1);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAWriteWhoseRegionWasGrantedAnew() {
        final NoForeignWrite checker = new NoForeignWrite();
        history.shows(REGION, RegionState.GRANTED, 6, 2);
        history.write(1, REGION, 1);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    @Test
    void shouldRejectAPostIntoARegionThatIsScattered() {
        final NoForeignWrite checker = new NoForeignWrite();
        history.shows(REGION, RegionState.SCATTERING, 5, 1);
        final WriteRecord write = history.write(1, REGION, 1);
        Judged.violates(checker, () -> checker.onPost(ledger, write));
    }

    @Test
    void shouldForgetAWriteThatCannotLandAnyMore() {
        final WriteRecord write = history.write(1, REGION, 1);
        ledger.cannotLand(write);
        new NoForeignWrite().onStep(ledger, History.RECEIVER);
    }

    @Test
    void shouldAcceptStagingThatIsHeld() {
        staged(5, RegionState.STAGING_CREDITED);
        history.write(1, REGION, 1);
        new StagingHeld().onStep(ledger, History.SENDER);
        history.sender.view().clear();
        staged(5, RegionState.STAGING_ORPHAN);
        new StagingHeld().onStep(ledger, History.SENDER);
    }

    @Test
    void shouldRejectStagingFreedUnderAWrite() {
        final StagingHeld checker = new StagingHeld();
        staged(5, RegionState.STAGING_CREDITED);
        history.write(1, REGION, 1);
        history.sender.view().clear();
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldRejectStagingThatWentToAnotherRequest() {
        final StagingHeld checker = new StagingHeld();
        staged(5, RegionState.STAGING_CREDITED);
        history.write(1, REGION, 1);
        history.sender.view().clear();
        staged(6, RegionState.STAGING_CREDITED);
        Judged.violates(checker, () -> checker.onStep(ledger, History.SENDER));
    }

    @Test
    void shouldReleaseStagingWhenTheWriteDoesNotReadIt() {
        final WriteRecord write = history.write(1, REGION, 1);
        ledger.releasesStaging(write);
        new StagingHeld().onStep(ledger, History.SENDER);
    }

    @Test
    void shouldAcceptAScatterOfItsOwnChunk() {
        final ScatterReadsOwnChunk checker = new ScatterReadsOwnChunk();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        history.lands(history.write(1, REGION, 1));
        Judged.show(checker, ledger, History.RECEIVER, History.scatter(9, REGION, 5));
    }

    @Test
    void shouldRejectAScatterOfARegionThatNobodyWrote() {
        final ScatterReadsOwnChunk checker = new ScatterReadsOwnChunk();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        Judged.violates(
                checker,
                () ->
                        Judged.show(
                                checker, ledger, History.RECEIVER, History.scatter(9, REGION, 5)));
    }

    @Test
    void shouldRejectAScatterBeforeTheWriteIsWhole() {
        final ScatterReadsOwnChunk checker = new ScatterReadsOwnChunk();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        ledger.pieceLanded(history.write(1, REGION, 1), 0, 1_024);
        Judged.violates(
                checker,
                () ->
                        Judged.show(
                                checker, ledger, History.RECEIVER, History.scatter(9, REGION, 5)));
    }

    @Test
    void shouldRejectAScatterUnderTheSealOfAnotherRequest() {
        final ScatterReadsOwnChunk checker = new ScatterReadsOwnChunk();
        history.sent(History.RECEIVER, History.grant(5, 0, 1, REGION));
        history.lands(history.write(1, REGION, 1));
        Judged.violates(
                checker,
                () ->
                        Judged.show(
                                checker, ledger, History.RECEIVER, History.scatter(9, REGION, 6)));
    }

    @Test
    void shouldRejectBytesThatLandUnderARunningScatter() {
        final ScatterReadsOwnChunk checker = new ScatterReadsOwnChunk();
        history.scattering(5, 1, REGION);
        checker.onStep(ledger, History.RECEIVER);
        ledger.pieceLanded(history.write(2, REGION, 2), 1_024, 512);
        Judged.violates(checker, () -> checker.onStep(ledger, History.RECEIVER));
    }

    private void staged(final long rid, final RegionState state) {
        history.sender.view().region(16_384, 2_048, state, History.senderPlane(), rid, 0, 0, false);
    }

    @Test
    void shouldRejectDataOfAWriteThatCanStillLand() {
        final History told = new History();
        final DataImpliesLanded checker = new DataImpliesLanded();
        final Effect data =
                History.send(MessageType.DATA, 5, new Body.Data(0, 1, 16_384, ScatterRuns.EMPTY));
        Judged.show(checker, told.ledger, History.SENDER, data);
        final WriteRecord write = told.write(1, 16_384, 1);
        Judged.violates(checker, () -> Judged.show(checker, told.ledger, History.SENDER, data));
        told.lands(write);
        Judged.show(checker, told.ledger, History.SENDER, data);
    }
}
