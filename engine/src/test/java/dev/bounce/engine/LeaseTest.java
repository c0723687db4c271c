package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Body;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// What a lease allows its sender, and what ends with it (rule 2).
final class LeaseTest {
    private final Node sender = Node.of("sender");
    private final Node receiver = Node.of("receiver");
    private final Wire wire = new Wire(sender, receiver);

    @BeforeEach
    void open() {
        wire.load(sender, receiver);
        wire.run();
        assertEquals(LinkState.READY, sender.engine.link("receiver").state());
    }

    @Test
    void shouldNotPostWithACreditWhoseLeaseHasRunOut() {
        sender.autoGather = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        wire.lost = message -> true;
        sender.autoWrite = false;
        sender.advance(9_950 * Node.MILLI);
        sender.endGather(sender.gathers.get(0), CopyOutcome.DONE);
        assertEquals(0, sender.writes.size());
        sender.outbound.clear();
        wire.lost = message -> false;
        wire.inject(receiver, wire.last(Body.Want.class));
        wire.run();
        sender.advance(Node.MILLI);
        assertEquals(0, sender.writes.size(), "an old beat proves nothing new");
    }

    @Test
    void shouldPostAgainOnceTheLeaseIsRenewed() {
        sender.autoGather = false;
        sender.autoWrite = false;
        sender.submit(1, "receiver", 1);
        wire.run();
        sender.now += 9_950 * Node.MILLI;
        sender.endGather(sender.gathers.get(0), CopyOutcome.DONE);
        assertEquals(0, sender.writes.size());
        sender.step(new Event.Tick());
        wire.run();
        assertEquals(1, sender.writes.size());
        final long notAfter = sender.writes.get(0).notAfterNanos();
        assertTrue(notAfter > sender.now + 9 * Node.SECOND, "renewed lease: " + notAfter);
    }

    @Test
    void shouldEndTheEpochWhenTheReceiverIsSilentForALease() {
        sender.submit(1, "receiver", 1);
        sender.outbound.clear();
        for (int second = 0; second < 11; second++) {
            sender.advance(Node.SECOND);
        }
        assertEquals(0, sender.resolved.size(), "the record waits for its close time-out");
        sender.advance(6 * Node.SECOND);
        assertEquals(Outcome.LINK_LOST, sender.onlyResolved().outcome());
        assertEquals(false, sender.onlyResolved().quiescent());
    }
}
