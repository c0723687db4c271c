package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Outcome;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.Token;
import dev.bounce.sim.check.FlowKey;
import dev.bounce.sim.check.TransferRecord;
import java.util.List;
import org.junit.jupiter.api.Test;

/// What excuses a request that has failed, and what does not.
final class HarmTest {
    private static final long EPOCH = 3;

    private final Bench bench = new Bench();
    private final Harm harm = new Harm();

    @Test
    void shouldExcuseRequestsOfTheEpochThatWasStruckAndOfNoOther() {
        harm.strikeEpochs(frame(EPOCH, new Body.KeepAlive()));
        assertTrue(explains(Outcome.LINK_LOST, EPOCH, 10));
        assertFalse(explains(Outcome.LINK_LOST, EPOCH + 1, 10));
        assertTrue(explains(Outcome.LINK_LOST, 0, 10));
    }

    @Test
    void shouldExcuseWhatWasThereBeforeAnOutageWasOver() {
        harm.begin(1);
        assertTrue(explains(Outcome.LINK_LOST, EPOCH, 50));
        harm.begin(1);
        harm.end(1, 20);
        assertTrue(explains(Outcome.LINK_LOST, EPOCH, 50));
        harm.end(1, 40);
        assertTrue(explains(Outcome.LINK_LOST, EPOCH, 40));
        assertFalse(explains(Outcome.LINK_LOST, EPOCH, 50));
    }

    @Test
    void shouldExcuseALaterRequestOfAnEpochThatWasOpenedBeforeAnOutageWasOver() {
        harm.sending(frame(EPOCH, new Body.Open("a", new Nonce(1, 2), 1, 1)), 30);
        harm.sending(frame(EPOCH, new Body.Open("a", new Nonce(1, 2), 1, 1)), 45);
        harm.begin(1, 0);
        harm.end(0, 1, 40);
        assertTrue(explains(Outcome.LINK_LOST, EPOCH, 50));
        assertFalse(explains(Outcome.LINK_LOST, EPOCH + 1, 50));
    }

    @Test
    void shouldEndTheOutagesOfALifeWithIt() {
        harm.begin(0);
        harm.begin(0);
        harm.born(0, 40);
        harm.born(1, 60);
        assertTrue(explains(Outcome.LINK_LOST, EPOCH, 40));
        assertFalse(explains(Outcome.LINK_LOST, EPOCH, 50));
    }

    @Test
    void shouldExcuseEveryRequestOfALinkThatSomebodyImitates() {
        harm.strikeLinks(frame(EPOCH, new Body.KeepAlive()));
        assertTrue(explains(Outcome.OPEN_REFUSED, EPOCH + 1, 10));
    }

    @Test
    void shouldExcuseWhatWasSubmittedToALifeThatIsOver() {
        final Attempt attempt = attempt(10);
        assertFalse(explains(attempt, Outcome.PEER_RESTARTED, EPOCH, false));
        bench.begin(bench.receiver);
        assertTrue(explains(attempt, Outcome.PEER_RESTARTED, EPOCH, false));
    }

    @Test
    void shouldExcuseStarvationByAnyHarm() {
        assertFalse(explains(attempt(10), Outcome.TIMED_OUT, EPOCH, false));
        assertTrue(explains(attempt(10), Outcome.TIMED_OUT, EPOCH, true));
        assertFalse(explains(attempt(10), Outcome.LINK_LOST, EPOCH, true));
    }

    @Test
    void shouldExcuseWhatOnlyAnApplicationOrACopyCausesWhereItWasStruck() {
        harm.strikeEpochs(frame(EPOCH, new Body.KeepAlive()));
        assertFalse(explains(attempt(10), Outcome.CANCELLED, EPOCH, true));
        assertFalse(explains(attempt(10), Outcome.SCATTER_FAILED, EPOCH, true));
        harm.strike(flow(EPOCH));
        assertTrue(explains(attempt(10), Outcome.SCATTER_FAILED, EPOCH, true));
        harm.strike(1);
        assertTrue(explains(attempt(10), Outcome.CANCELLED, EPOCH + 1, true));
    }

    @Test
    void shouldExcuseTheFailureOfADeviceOnlyInALifeThatWasDisturbed() {
        harm.begin(0);
        assertFalse(explains(Outcome.AGENT_FAILED, EPOCH, 10));
        harm.disturb(bench.sender.life);
        assertTrue(explains(Outcome.AGENT_FAILED, EPOCH, 10));
    }

    private boolean explains(final Outcome outcome, final long epoch, final long submittedNanos) {
        return explains(attempt(submittedNanos), outcome, epoch, false);
    }

    private boolean explains(
            final Attempt attempt,
            final Outcome outcome,
            final long epoch,
            final boolean isAnything) {
        return harm.explains(
                attempt,
                flow(epoch),
                new Effect.Resolve(1, epoch, 5, outcome, false, false),
                bench.receiver.life,
                isAnything);
    }

    private Attempt attempt(final long submittedNanos) {
        final DescriptorPairs pairs =
                new DescriptorPairs(
                        new long[] {Memory.sourceBase(0)},
                        new long[] {Memory.destinationBase(1)},
                        new long[] {64},
                        new int[1],
                        new int[1]);
        final Transfer transfer = new Transfer.Direct(pairs, Ineligibility.TOO_FEW_DESCRIPTORS);
        return new Attempt(
                1,
                new Slot(0, 0, 0, 1, transfer, pairs, 0, false),
                bench.sender.life,
                bench.receiver.life,
                new TransferRecord(0, 1, 1, Bench.LINK, 1),
                77,
                submittedNanos);
    }

    private FlowKey flow(final long epoch) {
        return new FlowKey(Bench.LINK, bench.sender.life.instance(), epoch, 5);
    }

    private Frame frame(final long epoch, final Body body) {
        final Header header =
                new Header(
                        MessageType.WANT,
                        Header.VERSION,
                        Token.NONE,
                        Bench.LINK,
                        bench.sender.life.instance(),
                        bench.receiver.life.instance(),
                        epoch,
                        0,
                        0,
                        0);
        return new Frame(List.of(new Message(header, body)));
    }
}
