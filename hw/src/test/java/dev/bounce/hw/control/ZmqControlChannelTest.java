package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;

@Timeout(30)
class ZmqControlChannelTest {
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final String PROBE = "probe";

    private record Arrival(long route, byte[] frame) {
        String text() {
            return new String(frame, StandardCharsets.US_ASCII);
        }
    }

    private final List<ControlChannel> channels = new ArrayList<>();

    @AfterEach
    void close() {
        channels.forEach(ControlChannel::close);
    }

    private ZmqControlChannel open(final ZmqSettings settings, final String identity) {
        final ZmqControlChannel channel = ZmqControlChannel.open(settings, identity);
        channels.add(channel);
        return channel;
    }

    private ZmqControlChannel open(final String identity) {
        return open(ZmqSettings.loopback(), identity);
    }

    private static byte[] bytes(final String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// Repeats a step, waiting on the channel between, until it says it is done.
    private static void until(final ControlChannel channel, final BooleanSupplier step) {
        final long end = System.nanoTime() + BOUND_NANOS;
        while (!step.getAsBoolean()) {
            assertTrue(System.nanoTime() < end, "not done within 10 s");
            channel.await(2_000_000);
        }
    }

    /// Takes frames until there are that many, probes not counted.
    private static List<Arrival> receive(final ControlChannel channel, final int count) {
        final List<Arrival> arrivals = new ArrayList<>();
        until(
                channel,
                () -> {
                    channel.receive(
                            (route, frame) -> arrivals.add(new Arrival(route, frame)),
                            count - arrivals.size());
                    arrivals.removeIf(arrival -> arrival.text().equals(PROBE));
                    return arrivals.size() == count;
                });
        return arrivals;
    }

    /// Sends probes until one arrives, because a connection that was just made may lose frames.
    ///
    /// @return the route at the other end
    private static long establish(
            final ControlChannel from, final ControlChannel to, final long route) {
        final long[] back = new long[1];
        until(
                to,
                () -> {
                    from.send(route, bytes(PROBE));
                    to.await(5_000_000);
                    to.receive((arrival, _) -> back[0] = arrival, 1_000);
                    return back[0] != 0;
                });
        return back[0];
    }

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
            assertEquals(index, ByteBuffer.wrap(arrivals.get(index).frame).getInt());
            assertEquals(back, arrivals.get(index).route);
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
        assertEquals(route, answer.route);
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
    void shouldDropAndCountWhatNobodyTakes() throws Exception {
        final ControlChannel left = open(ZmqSettings.loopback().withQueueFrames(64), "left@1");
        try (ZContext strangers = new ZContext()) {
            // Accepts the connection and never reads: what fits into the buffers is all that goes.
            final ZMQ.Socket deaf = strangers.createSocket(SocketType.ROUTER);
            deaf.setRcvHWM(64);
            deaf.bind("tcp://127.0.0.1:*");
            final long route = left.connect(Endpoint.parse(deaf.getLastEndpoint()));
            until(left, () -> left.send(route, bytes("hello")) == SendResult.SENT);
            final byte[] frame = new byte[16 << 10];
            final int flood = 20_000;
            final ControlCounters before = left.counters();
            int sent = 0;
            for (int index = 0; index < flood; index++) {
                sent += left.send(route, frame) == SendResult.SENT ? 1 : 0;
            }
            assertTrue(sent < flood, "every frame of the flood went");
            final ControlCounters after = left.counters();
            assertEquals(sent, after.framesSent() - before.framesSent());
            assertEquals(flood - sent, after.droppedQueueFull() - before.droppedQueueFull());
        }
    }

    @Test
    void shouldQueueNothingForAPeerThatIsNotThere() {
        final ControlChannel left = open("left@1");
        final long route = left.connect(Endpoint.parse("tcp://127.0.0.1:9"));
        for (int index = 0; index < 100; index++) {
            assertEquals(SendResult.QUEUE_FULL, left.send(route, bytes("lost")));
        }
        assertEquals(100, left.counters().droppedQueueFull());
        assertEquals(100, left.counters().dropped());
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
    void shouldReconnectToAPeerThatListensAgain() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final Endpoint endpoint = right.endpoint();
        final long route = left.connect(endpoint);
        establish(left, right, route);
        right.close();
        until(left, () -> left.send(route, bytes("old")) != SendResult.SENT);
        final ControlChannel again = open(ZmqSettings.at(endpoint), "right@2");
        establish(left, again, route);
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
    void shouldRefuseAnOversizeFrameBeforeSendingIt() {
        final ZmqSettings settings = ZmqSettings.loopback().withMaxFrameBytes(1_000);
        final ControlChannel left = open(settings, "left@1");
        final ControlChannel right = open(settings, "right@1");
        final long route = left.connect(right.endpoint());
        final long back = establish(left, right, route);
        assertEquals(SendResult.OVERSIZE, left.send(route, new byte[1_001]));
        assertEquals(SendResult.SENT, left.send(route, new byte[1_000]));
        assertEquals(1_000, receive(right, 1).getFirst().frame.length);
        assertEquals(SendResult.OVERSIZE, right.send(back, new byte[1_001]));
        assertEquals(1, left.counters().droppedOversize());
    }

    @Test
    void shouldDropMessagesWithAnotherNumberOfParts() {
        final ControlChannel right = open("right@1");
        try (ZContext strangers = new ZContext()) {
            final ZMQ.Socket stranger = strangers.createSocket(SocketType.DEALER);
            stranger.setIdentity(bytes("stranger"));
            stranger.setHandshakeIvl(500); // JeroMQ's handshake stalls now and then
            stranger.connect(right.endpoint().toString());
            until(
                    right,
                    () -> {
                        stranger.send(PROBE, ZMQ.DONTWAIT);
                        right.receive((route, frame) -> {}, 1);
                        return right.counters().framesReceived() > 0;
                    });
            stranger.sendMore("one");
            stranger.sendMore("two");
            stranger.send("three");
            stranger.send("whole");
            assertEquals("whole", receive(right, 1).getFirst().text());
            assertEquals(1, right.counters().malformedMessages());
        }
    }

    @Test
    void shouldForgetTheIdentityThatWasSilentLongest() {
        final ZmqSettings wide = ZmqSettings.loopback();
        final ZmqSettings narrow = new ZmqSettings(wide.bind(), null, 1_000, 64, 1, 1_000, 1_000);
        final ControlChannel right = open(narrow, "right@1");
        final ControlChannel first = open("first@1");
        final ControlChannel second = open("second@1");
        final long toFirst = establish(first, right, first.connect(right.endpoint()));
        final long toSecond = establish(second, right, second.connect(right.endpoint()));
        assertEquals(SendResult.UNKNOWN_ROUTE, right.send(toFirst, bytes("forgotten")));
        assertEquals(SendResult.SENT, right.send(toSecond, bytes("known")));
    }

    @Test
    void shouldWorkOverIpv6Loopback() {
        final ControlChannel left;
        try {
            left = open(ZmqSettings.at(Endpoint.parseForBind("tcp://[::1]:*")), "left@1");
        } catch (final ControlException none) {
            System.out.println("not run: this host has no IPv6 loopback: " + none.getMessage());
            assumeTrue(false, "no IPv6 loopback");
            return;
        }
        final ControlChannel right = open("right@1");
        assertTrue(left.endpoint().isIpv6());
        final long back = establish(right, left, right.connect(left.endpoint()));
        assertEquals(SendResult.SENT, left.send(back, bytes("six")));
        assertEquals("six", receive(right, 1).getFirst().text());
    }

    @Test
    void shouldNeverAdvertiseAWildcard() {
        final Endpoint everywhere = Endpoint.parseForBind("tcp://0.0.0.0:*");
        assertEquals(
                EndpointException.Reason.WILDCARD,
                assertThrows(EndpointException.class, () -> ZmqSettings.at(everywhere)).reason());
        final ZmqSettings named =
                new ZmqSettings(
                        everywhere, Endpoint.parseHost("127.0.0.1"), 1_000, 64, 8, 1_000, 1_000);
        final ControlChannel right = open(named, "right@1");
        assertTrue(right.endpoint().isLoopback());
        assertNotEquals(0, right.endpoint().port());
        final ControlChannel left = open("left@1");
        establish(left, right, left.connect(right.endpoint()));
    }

    @Test
    void shouldSayWhichEndpointCannotBeBound() {
        final Endpoint taken = open("right@1").endpoint();
        final ControlException failure =
                assertThrows(
                        ControlException.class,
                        () -> ZmqControlChannel.open(ZmqSettings.at(taken), "other@1"));
        assertTrue(failure.getMessage().contains(taken.toString()), failure.getMessage());
    }

    @Test
    void shouldRefuseAnIdentityThatDoesNotFit() {
        final ZmqSettings settings = ZmqSettings.loopback();
        assertThrows(IllegalArgumentException.class, () -> ZmqControlChannel.open(settings, ""));
        assertThrows(
                IllegalArgumentException.class,
                () -> ZmqControlChannel.open(settings, "x".repeat(201)));
        assertEquals("gen_0@00000000000000ff", ZmqControlChannel.identityOf("gen\u00e90", 255));
        assertTrue(ZmqControlChannel.identityOf("n".repeat(200), -1).length() <= 200);
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
        final long before = System.nanoTime();
        right.await(TimeUnit.MILLISECONDS.toNanos(900));
        assertTrue(System.nanoTime() - before < 800_000_000L, "the frame did not end the wait");
        assertArrayEquals(bytes("now"), receive(right, 1).getFirst().frame);
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
}
