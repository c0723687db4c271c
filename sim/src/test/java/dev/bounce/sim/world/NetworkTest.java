package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.Token;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NetworkTest {
    private static final int FRAMES = 200;

    @Test
    void shouldDeliverInOrderWithoutFaults() {
        final Bench bench = new Bench();
        sendMany(bench);
        assertEquals(FRAMES, bench.events.size());
        assertTrue(isInOrder(bench));
    }

    @Test
    void shouldAnswerOverTheConnectionAFrameCameOn() {
        final Bench bench = new Bench();
        final Network network = new Network(bench.context);
        network.send(bench.sender, network.connect(bench.sender, bench.receiver), frame(1));
        bench.run();
        final long route = bench.last(Event.Received.class).route();
        network.send(bench.receiver, route, frame(2));
        bench.run();
        assertEquals(
                network.connect(bench.sender, bench.receiver),
                bench.last(Event.Received.class).route());
    }

    @Test
    void shouldLoseFrames() {
        final Bench bench = new Bench(Fault.LOSS);
        sendMany(bench);
        assertTrue(bench.events.isEmpty());
        assertEquals(FRAMES, bench.faults.appliedCount(Fault.LOSS));
    }

    @Test
    void shouldDropWhatAFullQueueDoesNotHold() {
        final Bench bench = new Bench();
        bench.faults.enable(Fault.QUEUE_FULL, 5);
        sendMany(bench);
        assertEquals(5, bench.events.size());
        assertEquals(FRAMES - 5, bench.faults.appliedCount(Fault.QUEUE_FULL));
    }

    @Test
    void shouldKeepTheOrderOfFramesThatAreLate() {
        final Bench bench = new Bench(Fault.DELAY);
        sendMany(bench);
        assertEquals(FRAMES, bench.events.size());
        assertTrue(isInOrder(bench));
        assertEquals(FRAMES, bench.faults.appliedCount(Fault.DELAY));
    }

    @Test
    void shouldHoldEverythingBackWhileClogged() {
        final Bench bench = new Bench(Fault.CLOG);
        sendMany(bench);
        assertEquals(FRAMES, bench.events.size());
        assertTrue(isInOrder(bench));
        assertTrue(bench.queue.nowNanos() > 10 * bench.settings.latencyNanos());
    }

    @Test
    void shouldLetNothingPassWhereItIsCutUntilThatIsHealed() {
        final Bench bench = new Bench();
        final Network network = new Network(bench.context);
        final long route = network.connect(bench.sender, bench.receiver);
        network.cut(bench.sender, bench.receiver, 1_000_000);
        network.freeze(bench.sender, bench.receiver);
        bench.runUntil(2_000_000);
        network.send(bench.sender, route, frame(1));
        bench.run();
        assertTrue(bench.events.isEmpty());
        assertTrue(network.isFrozen(bench.sender, bench.receiver));
        network.heal(bench.sender, bench.receiver);
        network.send(bench.sender, route, frame(2));
        bench.run();
        assertEquals(1, bench.events.size());
    }

    @Test
    void shouldLetForgedFramesFollow() {
        final Bench bench = new Bench(Fault.HOSTILE);
        sendMany(bench);
        final long forged = bench.faults.appliedCount(Fault.HOSTILE);
        assertEquals(FRAMES + forged, bench.events.size());
        assertTrue(forged > 0 && forged < FRAMES, "forged " + forged);
    }

    @Test
    void shouldDeliverFramesTwice() {
        final Bench bench = new Bench(Fault.DUPLICATION);
        sendMany(bench);
        assertEquals(2 * FRAMES, bench.events.size());
    }

    @Test
    void shouldLetFramesOvertakeEachOther() {
        final Bench bench = new Bench(Fault.REORDERING);
        sendMany(bench);
        assertEquals(FRAMES, bench.events.size());
        assertTrue(!isInOrder(bench));
    }

    @Test
    void shouldLetNothingPassAPartitionUntilItEnds() {
        final Bench bench = new Bench(Fault.PARTITION);
        final Network network = new Network(bench.context);
        final long route = network.connect(bench.sender, bench.receiver);
        network.cut(bench.sender, bench.receiver, 1_000_000);
        network.send(bench.sender, route, frame(1));
        bench.runUntil(1_000_000);
        assertTrue(bench.events.isEmpty());
        network.send(bench.sender, route, frame(2));
        bench.run();
        assertEquals(1, bench.events.size());
        assertEquals(1, bench.faults.appliedCount(Fault.PARTITION));
    }

    @Test
    void shouldReachTheNextLifeAtAnEndpoint() {
        final Bench bench = new Bench();
        final Network network = new Network(bench.context);
        final long route = network.connect(bench.sender, bench.receiver);
        bench.begin(bench.receiver);
        network.send(bench.sender, route, frame(1));
        bench.run();
        assertEquals(1, bench.events.size());
    }

    @Test
    void shouldNotReachALifeThatHasMoved() {
        final Bench bench = new Bench();
        final Network network = new Network(bench.context);
        final long route = network.connect(bench.sender, bench.receiver);
        bench.receiver.endpoint++;
        bench.begin(bench.receiver);
        network.send(bench.sender, route, frame(1));
        bench.run();
        assertTrue(bench.events.isEmpty());
        assertNotEquals(route, network.connect(bench.sender, bench.receiver));
    }

    @Test
    void shouldAnswerTheNextLifeOfADeadOpener() {
        final Bench bench = new Bench();
        final Network network = new Network(bench.context);
        final long route = network.connect(bench.sender, bench.receiver);
        bench.begin(bench.sender);
        network.send(bench.receiver, route + 1, frame(1));
        bench.run();
        assertEquals(1, bench.events.size());
        assertEquals(1, bench.marks.count(Mark.FRAME_TO_NEXT_LIFE));
    }

    private static void sendMany(final Bench bench) {
        final Network network = new Network(bench.context);
        final long route = network.connect(bench.sender, bench.receiver);
        for (int rid = 1; rid <= FRAMES; rid++) {
            network.send(bench.sender, route, frame(rid));
        }
        bench.run();
    }

    private static boolean isInOrder(final Bench bench) {
        long last = 0;
        for (final Event event : bench.events) {
            final long rid = ((Event.Received) event).frame().messages().getFirst().header().rid();
            if (rid < last) {
                return false;
            }
            last = rid;
        }
        return true;
    }

    private static Frame frame(final long rid) {
        return new Frame(
                List.of(
                        new Message(
                                new Header(
                                        MessageType.WANT,
                                        Header.VERSION,
                                        Token.NONE,
                                        Bench.LINK,
                                        1,
                                        2,
                                        1,
                                        rid,
                                        1,
                                        rid),
                                new Body.Cancel())));
    }
}
