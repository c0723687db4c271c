package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every [ControlChannel] does.
@Timeout(30)
abstract class ControlChannelContract extends ControlChannelFixture {
    @Test
    void shouldKeepTheOrderOfARoute() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final long route = left.connect(right.endpoint());
        final long back = establish(left, right, route);
        for (int index = 0; index < 2_000; index++) {
            assertEquals(
                    SendResult.SENT,
                    left.send(route, ByteBuffer.allocate(4).putInt(index).array()));
        }
        final List<Arrival> arrivals = receive(right, 2_000);
        for (int index = 0; index < 2_000; index++) {
            assertEquals(index, ByteBuffer.wrap(arrivals.get(index).frame()).getInt());
            assertEquals(back, arrivals.get(index).route());
        }
    }

    @Test
    void shouldAnswerOverTheConnectionTheFrameCameOn() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final long route = left.connect(right.endpoint());
        final long back = establish(left, right, route);
        assertEquals(SendResult.SENT, right.send(back, bytes("answer")));
        final Arrival answer = receive(left, 1).getFirst();
        assertEquals("answer", answer.text());
        assertEquals(route, answer.route());
        assertEquals(1, right.counters().framesSent());
        assertEquals(6, right.counters().bytesSent());
    }

    @Test
    void shouldGiveOneRoutePerEndpoint() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final ControlChannel third = open("third@1");
        final long route = left.connect(right.endpoint());
        assertEquals(route, left.connect(right.endpoint()));
        assertNotEquals(route, left.connect(third.endpoint()));
        left.disconnect(route);
        assertNotEquals(route, left.connect(right.endpoint()));
        assertEquals(SendResult.UNKNOWN_ROUTE, left.send(route, bytes("late")));
        assertEquals(1, left.counters().droppedUnknownRoute());
    }

    @Test
    void shouldServeAPeerThatRestartsUnderItsName() {
        final ControlChannel right = open("right@1");
        final ControlChannel first = open("left@1");
        establish(first, right, first.connect(right.endpoint()));
        first.close();
        final ControlChannel second = open("left@1");
        final long back = establish(second, right, second.connect(right.endpoint()));
        until(
                right,
                () -> {
                    right.receive((_, _) -> {}, 16);
                    return right.send(back, bytes("welcome")) == SendResult.SENT;
                });
        assertEquals("welcome", receive(second, 1).getFirst().text());
    }

    @Test
    void shouldReportAPeerThatIsGoneAsUnreachable() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final long back = establish(left, right, left.connect(right.endpoint()));
        left.close();
        until(
                right,
                () -> {
                    right.receive((_, _) -> {}, 16);
                    return right.send(back, bytes("anyone?")) == SendResult.UNREACHABLE;
                });
        assertTrue(right.counters().droppedUnreachable() >= 1);
    }

    @Test
    void shouldWakeAWaitingOwner() throws Exception {
        final ControlChannel channel = open("left@1");
        final CountDownLatch started = new CountDownLatch(1);
        final Thread other =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    started.countDown();
                                    channel.wakeUp();
                                });
        started.await();
        final long before = System.nanoTime();
        channel.await(TimeUnit.MILLISECONDS.toNanos(900));
        assertTrue(System.nanoTime() - before < 800_000_000L, "the wake-up was not seen");
        other.join();
    }

    @Test
    void shouldRememberAWakeUpThatCameBeforeTheWait() {
        final ControlChannel channel = open("left@1");
        channel.wakeUp();
        channel.wakeUp();
        final long before = System.nanoTime();
        channel.await(TimeUnit.MILLISECONDS.toNanos(900));
        assertTrue(System.nanoTime() - before < 800_000_000L, "the wake-up was forgotten");
        final long again = System.nanoTime();
        channel.await(TimeUnit.MILLISECONDS.toNanos(20));
        assertTrue(System.nanoTime() - again >= 15_000_000L, "one wake-up ended two waits");
    }

    @Test
    void shouldEndAWaitWhenAFrameArrives() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final long route = left.connect(right.endpoint());
        establish(left, right, route);
        left.send(route, bytes("now"));
        left.flush();
        final long before = System.nanoTime();
        right.await(TimeUnit.MILLISECONDS.toNanos(900));
        assertTrue(System.nanoTime() - before < 800_000_000L, "the frame did not end the wait");
        assertArrayEquals(bytes("now"), receive(right, 1).getFirst().frame());
    }

    @Test
    void shouldDoNothingOnceClosed() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final long route = left.connect(right.endpoint());
        establish(left, right, route);
        left.close();
        left.close();
        left.wakeUp();
        left.await(1_000_000);
        assertEquals(SendResult.UNKNOWN_ROUTE, left.send(route, bytes("late")));
        assertEquals(0, left.receive((_, _) -> {}, 10));
    }

    @Test
    void shouldCarryFramesOfEverySize() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final long route = left.connect(right.endpoint());
        establish(left, right, route);
        for (final int bytes : new int[] {1, 65_535, 65_536, 65_537, 3_000_000}) {
            final byte[] frame = new byte[bytes];
            for (int at = 0; at < bytes; at++) {
                frame[at] = (byte) (at * 31 + at / 251);
            }
            assertEquals(SendResult.SENT, left.send(route, frame.clone()));
            final List<Arrival> arrivals = new ArrayList<>();
            until(
                    right,
                    () -> {
                        left.receive((_, _) -> {}, 1);
                        right.receive((from, it) -> arrivals.add(new Arrival(from, it)), 16);
                        arrivals.removeIf(arrival -> arrival.text().equals(PROBE));
                        return !arrivals.isEmpty();
                    });
            assertArrayEquals(frame, arrivals.getFirst().frame());
        }
    }

    @Test
    void shouldDropAndCountWhatNobodyTakes() {
        final ControlChannel left = keep(make("127.0.0.1", "left@1", 64 << 20, 64, 8));
        final ControlChannel deaf = keep(make("127.0.0.1", "deaf@1", 64 << 20, 64, 8));
        final long route = left.connect(deaf.endpoint());
        establish(left, deaf, route);
        final byte[] frame = new byte[16 << 10];
        final int flood = 20_000;
        final ControlCounters before = left.counters();
        int sent = 0;
        for (int index = 0; index < flood; index++) {
            sent += left.send(route, frame) == SendResult.SENT ? 1 : 0;
            if (index % 64 == 0) {
                left.receive((_, _) -> {}, 1);
            }
        }
        assertTrue(sent < flood, "every frame of the flood went");
        final ControlCounters after = left.counters();
        assertEquals(sent, after.framesSent() - before.framesSent());
        assertEquals(flood - sent, after.droppedQueueFull() - before.droppedQueueFull());
    }

    @Test
    void shouldQueueNothingForAPeerThatIsNotThere() {
        final ControlChannel left = open("left@1");
        final long route = left.connect(nowhere());
        for (int index = 0; index < 100; index++) {
            left.receive((_, _) -> {}, 1);
            assertEquals(SendResult.QUEUE_FULL, left.send(route, bytes("lost")));
        }
        assertEquals(100, left.counters().droppedQueueFull());
        assertEquals(100, left.counters().dropped());
    }

    @Test
    void shouldRefuseAnOversizeFrameBeforeSendingIt() {
        final ControlChannel left = keep(make("127.0.0.1", "left@1", 1_000, 64, 8));
        final ControlChannel right = keep(make("127.0.0.1", "right@1", 1_000, 64, 8));
        final long route = left.connect(right.endpoint());
        final long back = establish(left, right, route);
        assertEquals(SendResult.OVERSIZE, left.send(route, new byte[1_001]));
        assertEquals(SendResult.SENT, left.send(route, new byte[1_000]));
        assertEquals(1_000, receive(right, 1).getFirst().frame().length);
        assertEquals(SendResult.OVERSIZE, right.send(back, new byte[1_001]));
        assertEquals(1, left.counters().droppedOversize());
    }

    @Test
    void shouldNotTakeAFrameThatIsOversizeHere() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = keep(make("127.0.0.1", "right@1", 100_000, 64, 8));
        final long route = left.connect(right.endpoint());
        establish(left, right, route);
        left.send(route, new byte[1_000_000]);
        // A channel may cut the connection for it; it is there again for what comes later.
        establish(left, right, route);
    }

    @Test
    void shouldForgetTheIdentityThatWasSilentLongest() {
        final ControlChannel right = keep(make("127.0.0.1", "right@1", 1_000, 64, 1));
        final ControlChannel first = open("first@1");
        final ControlChannel second = open("second@1");
        final long toFirst = establish(first, right, first.connect(right.endpoint()));
        drain(right);
        final long toSecond = establish(second, right, second.connect(right.endpoint()));
        assertEquals(SendResult.UNKNOWN_ROUTE, right.send(toFirst, bytes("forgotten")));
        assertEquals(SendResult.SENT, right.send(toSecond, bytes("known")));
    }

    @Test
    void shouldWorkOverIpv6Loopback() {
        final ControlChannel left;
        try {
            left = keep(make("::1", "left@1", 1_000, 64, 8));
        } catch (final ControlException none) {
            System.out.println("not run: no IPv6 loopback for this channel: " + none.getMessage());
            assumeTrue(false, "no IPv6 loopback");
            return;
        }
        final ControlChannel right = keep(make("::1", "right@1", 1_000, 64, 8));
        final long back = establish(right, left, right.connect(left.endpoint()));
        assertEquals(SendResult.SENT, left.send(back, bytes("six")));
        assertEquals("six", receive(right, 1).getFirst().text());
    }

    @Test
    void shouldNeverAdvertiseAWildcard() {
        assertEquals(
                EndpointException.Reason.WILDCARD,
                assertThrows(EndpointException.class, this::listenEverywhere).reason());
    }
}
