package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Tag;
import org.junit.jupiter.api.Test;

/// How a sender uses its arena (rules 3 to 5 and 9, design 2.5).
final class StagingTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = Wire.between(sender, receiver);

    @Test
    void shouldLeaveTheReserveAndOneBlockAloneWhenStagingEagerly() {
        wire.lost = message -> true;
        for (int request = 1; request <= 8; request++) {
            sender.submit(request, "receiver", 4);
        }
        final Census census = Census.of(sender.engine);
        assertEquals(5, census.regions(RegionState.STAGING_EAGER));
        assertEquals(0, census.reserved);
        assertEquals(Node.CHUNK_BYTES, census.freeBytes);
    }

    @Test
    void shouldStageNoMoreThanAWindowOfOneRequestEagerly() {
        wire.lost = message -> true;
        sender.submit(1, "receiver", 8);
        assertEquals(2, sender.regions(RegionState.STAGING_EAGER));
    }

    @Test
    void shouldDropEagerStagingForARemoteHead() {
        wire.lost =
                message -> !(message.header().type().isFromSender() && isFrom(receiver, message));
        for (int request = 1; request <= 8; request++) {
            sender.submit(request, "receiver", 4);
        }
        assertEquals(5, sender.regions(RegionState.STAGING_EAGER));
        wire.lost = message -> false;
        sender.outbound.clear();
        receiver.autoGather = false;
        receiver.submit(100, "sender", 2);
        wire.deliver(receiver, sender);
        final Census census = Census.of(sender.engine);
        assertEquals(2, census.regions(RegionState.GRANTED));
        assertTrue(census.regions(RegionState.STAGING_EAGER) <= 4);
    }

    private static boolean isFrom(final Node node, final Message message) {
        return message.header().senderInstance() == node.config.instance();
    }

    @Test
    void shouldStageACreditedChunkInTheReserveWhenTheArenaIsFull() {
        receiver.submit(100, "sender", 8);
        receiver.submit(101, "sender", 8);
        receiver.submit(102, "sender", 8);
        receiver.autoWrite = false;
        wire.run();
        final Node third = Node.of("third");
        final Wire other = new Wire(sender, third);
        other.load(sender, third);
        other.run();
        fillIncoming(sender);
        sender.autoWrite = false;
        sender.submit(1, "third", 4);
        other.run();
        final Census census = Census.of(sender.engine);
        assertTrue(census.reserved <= 1, "at most one block of the reserve per peer");
    }

    private void fillIncoming(final Node node) {
        receiver.autoWrite = false;
        for (int request = 200; request < 203; request++) {
            receiver.submit(request, "sender", 2);
        }
        wire.run();
        assertEquals(6, Census.of(node.engine).regions(RegionState.GRANTED));
    }

    @Test
    void shouldAdvanceWhenBothArenasAreGrantedAway() {
        for (int request = 1; request <= 6; request++) {
            sender.submit(request, "receiver", 8);
            receiver.submit(100 + request, "sender", 8);
        }
        wire.run();
        assertEquals(6, sender.resolved.size());
        assertEquals(6, receiver.resolved.size());
        assertTrue(sender.resolved.stream().allMatch(done -> done.outcome() == Outcome.SUCCESS));
    }

    @Test
    void shouldKeepRequestsBeyondTheFlowLimitWaiting() {
        receiver.autoScatter = false;
        for (int request = 1; request <= 70; request++) {
            sender.submit(request, "receiver", 1);
        }
        wire.run();
        assertEquals(64, wire.count(Body.Want.class));
        receiver.autoScatter = true;
        while (!receiver.scatters.isEmpty()) {
            receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        }
        wire.run();
        assertEquals(70, sender.resolved.size());
    }

    @Test
    void shouldAnswerBusyBeyondThePendingLimit() {
        final Node lonely = Node.of("lonely");
        lonely.step(new Event.Load("nobody", 5, 1));
        final TransferPlan plan = Node.plan(1, 1);
        final Effects out = new Effects();
        for (int request = 1; request <= Node.LINK.maxPending() + 1; request++) {
            out.clear();
            lonely.engine.step(
                    lonely.now,
                    new Event.Submit(request, "nobody", new Transfer.Coalesced(plan), Tag.EMPTY),
                    out);
        }
        assertEquals(new Effect.Refused(Node.LINK.maxPending() + 1, Refusal.BUSY), out.get(0));
    }

    @Test
    void shouldHoldBackARetryWhoseDestinationIsStillClosing() {
        receiver.autoScatter = false;
        final TransferPlan plan = Node.plan(1, 1);
        sender.submit(1, "receiver", plan);
        wire.run();
        sender.step(new Event.Cancel(1));
        wire.run();
        sender.submit(2, "receiver", plan);
        sender.submit(3, "receiver", Node.plan(3, 1));
        wire.run();
        assertEquals(2, wire.count(Body.Want.class), "the retry waits, others do not");
        receiver.endScatter(receiver.scatters.get(0), CopyOutcome.DONE);
        wire.run();
        assertEquals(3, wire.count(Body.Want.class));
    }

    @Test
    void shouldKeepAChunkWithItsCreditWhenAWriteWasNotPosted() {
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        final long grantId = sender.writes.get(0).grantId();
        sender.endWrite(sender.writes.get(0), WriteOutcome.NEVER);
        assertEquals(1, sender.regions(RegionState.STAGING_CREDITED));
        sender.advance(20 * Node.MILLI);
        assertEquals(grantId, sender.writes.get(0).grantId());
        sender.endWrite(sender.writes.get(0), WriteOutcome.LANDED);
        wire.run();
        assertEquals(Outcome.SUCCESS, sender.onlyResolved().outcome());
    }
}
