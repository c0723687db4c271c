package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.zeromq.SocketType;
import org.zeromq.ZContext;
import org.zeromq.ZMQ;
import zmq.ZError;

class ZmqControlChannelTest extends ControlChannelContract {
    @Override
    ControlChannel make(
            final String host,
            final String identity,
            final int maxFrameBytes,
            final int queueFrames,
            final int routes) {
        return ZmqControlChannel.open(
                new ZmqSettings(
                        new Endpoint(Endpoint.parseHost(host), 0),
                        null,
                        maxFrameBytes,
                        queueFrames,
                        routes,
                        1_000,
                        1_000),
                identity);
    }

    @Override
    ControlAddress nowhere() {
        return Endpoint.parse("tcp://127.0.0.1:9");
    }

    @Override
    void listenEverywhere() {
        ZmqSettings.at(Endpoint.parseForBind("tcp://0.0.0.0:*"));
    }

    private ZmqControlChannel open(final ZmqSettings settings, final String identity) {
        return keep(ZmqControlChannel.open(settings, identity));
    }

    @Test
    void shouldReconnectToAPeerThatListensAgain() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final Endpoint endpoint = (Endpoint) right.endpoint();
        final long route = left.connect(endpoint);
        establish(left, right, route);
        right.close();
        until(left, () -> left.send(route, bytes("old")) != SendResult.SENT);
        final ControlChannel again = open(ZmqSettings.at(endpoint), "right@2");
        establish(left, again, route);
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
    void shouldAdvertiseTheHostThatItIsTold() {
        final ZmqSettings named =
                new ZmqSettings(
                        Endpoint.parseForBind("tcp://0.0.0.0:*"),
                        Endpoint.parseHost("127.0.0.1"),
                        1_000,
                        64,
                        8,
                        1_000,
                        1_000);
        final ZmqControlChannel right = open(named, "right@1");
        final Endpoint told = right.endpoint();
        assertTrue(told.isLoopback());
        assertNotEquals(0, told.port());
        final ControlChannel left = open("left@1");
        establish(left, right, left.connect(told));
    }

    @Test
    void shouldSayWhichEndpointCannotBeBound() {
        final Endpoint taken = (Endpoint) open("right@1").endpoint();
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

    /// Sockets of which no further one can be had.
    private static final class ScarceSockets extends ZmqSockets {
        private int left;

        ScarceSockets(final int left) {
            super(ZmqSettings.loopback());
            this.left = left;
        }

        @Override
        ZMQ.Socket open(final SocketType type, final boolean ipv6) {
            if (left-- == 0) { // what JeroMQ throws without a file descriptor
                throw new ZError.IOException(new IOException("Too many open files"));
            }
            return super.open(type, ipv6);
        }
    }

    private static ZmqControlChannel open(final ZmqSockets sockets) {
        return ZmqControlChannel.open(ZmqSettings.loopback(), bytes("scarce@1"), sockets);
    }

    @Test
    void shouldSayThatItCannotConnectWithoutASocket() {
        final ControlChannel left = keep(open(new ScarceSockets(1)));
        final ControlException failure =
                assertThrows(ControlException.class, () -> left.connect(nowhere()));
        assertTrue(failure.getMessage().contains("tcp://127.0.0.1:9"), failure.getMessage());
        assertTrue(failure.getMessage().contains("Too many open files"), failure.getMessage());
    }

    @Test
    void shouldSayThatItCannotListenWithoutASocket() {
        final ControlException failure =
                assertThrows(ControlException.class, () -> open(new ScarceSockets(0)));
        assertTrue(failure.getMessage().contains("Too many open files"), failure.getMessage());
    }
}
