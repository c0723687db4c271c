package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.ucx.AmPeer;
import dev.bounce.model.wire.Blob;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UcxControlChannelTest extends ControlChannelContract {
    @Override
    ControlChannel make(
            final String host,
            final String identity,
            final int maxFrameBytes,
            final int queueFrames,
            final int routes) {
        return UcxControlChannel.open(
                new UcxControlSettings(
                        Endpoint.parseHost(host), maxFrameBytes, queueFrames, routes),
                identity);
    }

    /// Of a worker that is closed.
    @Override
    ControlAddress nowhere() {
        final ControlChannel gone = open("gone@1");
        final ControlAddress address = gone.endpoint();
        gone.close();
        return address;
    }

    @Override
    void listenEverywhere() {
        UcxControlSettings.at(Endpoint.parseHost("0.0.0.0"));
    }

    @Test
    void shouldReachAPeerThatListensAgainElsewhere() {
        final ControlChannel left = open("left@1");
        final ControlChannel right = open("right@1");
        final long route = left.connect(right.endpoint());
        establish(left, right, route);
        right.close();
        until(
                left,
                () -> {
                    left.receive((_, _) -> {}, 1);
                    return left.send(route, bytes("old")) != SendResult.SENT;
                });
        final ControlChannel again = open("right@2");
        left.disconnect(route);
        establish(left, again, left.connect(again.endpoint()));
    }

    @Test
    void shouldRefuseAnAddressThatIsNone() {
        final ControlChannel left = open("left@1");
        final WorkerAddress nonsense = new WorkerAddress(Blob.of(new byte[] {1, 2, 3}));
        assertThrows(ControlException.class, () -> left.connect(nonsense));
        final ControlAddress other = Endpoint.parse("tcp://127.0.0.1:9");
        assertThrows(ControlException.class, () -> left.connect(other));
        assertEquals(
                EndpointException.Reason.NOT_HEXADECIMAL,
                assertThrows(EndpointException.class, () -> WorkerAddress.parse("tcp://1"))
                        .reason());
        assertEquals(nonsense, WorkerAddress.parse(nonsense.toString()));
    }

    @Test
    void shouldSayWhichHostIsNotHere() {
        final UcxControlSettings elsewhere =
                UcxControlSettings.at(Endpoint.parseHost("203.0.113.7"));
        final ControlException failure =
                assertThrows(
                        ControlException.class, () -> UcxControlChannel.open(elsewhere, "left@1"));
        assertTrue(failure.getMessage().contains("203.0.113.7"), failure.getMessage());
    }

    @Test
    void shouldNotConnectAnewBeforeABreakIsTold() {
        final ControlAddress gone = nowhere();
        final List<AmPeer> made = new ArrayList<>();
        final UcxControlChannel left =
                keep(
                        UcxControlChannel.open(
                                UcxControlSettings.at(Endpoint.parseHost("127.0.0.1")),
                                "left@1",
                                begun ->
                                        (address, broken) -> {
                                            made.add(begun.connect(address, broken));
                                            return made.getLast();
                                        }));
        final long route = left.connect(gone);
        assertTrue(made.getFirst().isBroken(), "nobody listens there any more");
        assertEquals(SendResult.QUEUE_FULL, left.send(route, bytes("lost")));
        assertEquals(SendResult.QUEUE_FULL, left.send(route, bytes("lost")));
        assertEquals(1, made.size(), "its end is not told yet");
        until(
                left,
                () -> {
                    left.receive((_, _) -> {}, 1);
                    left.send(route, bytes("lost"));
                    return made.size() == 2;
                });
    }
}
