package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.model.wire.Decoded;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.FrameDecoder;
import dev.bounce.model.wire.FrameEncoder;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;

import java.util.ArrayList;
import java.util.List;

/// The control channel: connections from one life of an agent to the endpoint of another. Without
/// faults it delivers in order; with them it loses, duplicates and reorders (assumption A1).
final class Network {
    private static final long CODED_EVERY = 16;
    private static final long MICRO = 1_000;

    private final Context context;
    private final FrameDecoder decoder;
    private final List<Connection> connections = new ArrayList<>();
    private final long[] ordinals;
    private final long[] cutUntilNanos;

    /// One connection. Its opener is a life; whoever lives at the endpoint accepts.
    private static final class Connection {
        private final int number;
        private final Agent opener;
        private final Life life;
        private final Agent acceptor;
        private final int endpoint;
        private Life lastAcceptor;
        private final long[] lastDelivery = new long[2];

        Connection(final int number, final Agent opener, final Agent acceptor) {
            this.number = number;
            this.opener = opener;
            this.life = opener.life;
            this.acceptor = acceptor;
            this.endpoint = acceptor.endpoint;
        }
    }

    Network(final Context context) {
        this.context = context;
        decoder = new FrameDecoder(context.settings().limits().maxFrameBytes());
        ordinals = new long[Decisions.MOST_AGENTS * Decisions.MOST_AGENTS];
        cutUntilNanos = new long[ordinals.length];
    }

    /// Lets no frame pass from one agent to another until then, or until faults end.
    void cut(final Agent from, final Agent to, final long untilNanos) {
        final int pair = Decisions.pair(from.index(), to.index());
        cutUntilNanos[pair] = Math.max(cutUntilNanos[pair], untilNanos);
    }

    /// The route from an agent to the present endpoint of another: the same as long as both stay.
    long connect(final Agent opener, final Agent acceptor) {
        for (int index = 0; index < connections.size(); index++) {
            final Connection known = connections.get(index);
            if (known.life == opener.life
                    && known.acceptor == acceptor
                    && known.endpoint == acceptor.endpoint) {
                return 2L * known.number;
            }
        }
        final Connection made = new Connection(connections.size() + 1, opener, acceptor);
        connections.add(made);
        return 2L * made.number;
    }

    /// Sends a frame over a route; nobody is told what becomes of it.
    void send(final Agent from, final long route, final Frame sent) {
        final Connection connection = connections.get((int) (route / 2) - 1);
        final int direction = (int) (route & 1);
        final Agent to = direction == 0 ? connection.acceptor : connection.opener;
        final int pair = Decisions.pair(from.index(), to.index());
        final long ordinal = ordinals[pair]++;
        final FaultPlan faults = context.faults();
        if (faults.isActive() && context.queue().nowNanos() < cutUntilNanos[pair]) {
            faults.applied(Fault.PARTITION);
            return;
        }
        if (faults.strikes(Fault.LOSS, pair, ordinal)) {
            faults.applied(Fault.LOSS);
            return;
        }
        final Frame frame =
                context.dice().below(Topic.CODEC, pair, ordinal, CODED_EVERY) == 0
                        ? throughBytes(sent)
                        : sent;
        final long latency = context.settings().latencyNanos();
        final long delay =
                latency + context.dice().below(Topic.LATENCY, pair, 4 * ordinal, latency / 4 + 1);
        final long now = context.queue().nowNanos();
        final long longest = 5 * context.settings().reorderNanos();
        final long held = faults.strike(Fault.REORDERING, pair, ordinal, MICRO, longest);
        if (held > 0) {
            faults.applied(Fault.REORDERING);
            deliverAt(now + delay + held, connection, direction, frame);
        } else {
            final long at = Math.max(now + delay, connection.lastDelivery[direction]);
            connection.lastDelivery[direction] = at;
            deliverAt(at, connection, direction, frame);
        }
        final long later = faults.strike(Fault.DUPLICATION, pair, ordinal, MICRO, longest);
        if (later > 0) {
            faults.applied(Fault.DUPLICATION);
            deliverAt(now + delay + later, connection, direction, frame);
        }
    }

    /// The frame after it has been bytes.
    private Frame throughBytes(final Frame sent) {
        final Decoded decoded = decoder.decode(FrameEncoder.encode(sent));
        if (decoded instanceof Decoded.Value value && value.frame().equals(sent)) {
            return value.frame();
        }
        throw new PropertyViolation("CodecRoundTrip", sent + " becomes " + decoded);
    }

    private void deliverAt(
            final long nanos, final Connection connection, final int direction, final Frame frame) {
        context.queue().at(nanos, () -> deliver(connection, direction, frame));
    }

    private void deliver(final Connection connection, final int direction, final Frame frame) {
        final long route = 2L * connection.number;
        if (direction == 1) {
            deliverAnswer(connection, route, frame);
            return;
        }
        final Agent acceptor = connection.acceptor;
        if (acceptor.isAlive() && acceptor.endpoint == connection.endpoint) {
            if (connection.lastAcceptor != null && connection.lastAcceptor != acceptor.life) {
                context.marks().hit(Mark.FRAME_TO_NEXT_LIFE);
            }
            connection.lastAcceptor = acceptor.life;
            context.engines()
                    .deliver(acceptor, acceptor.life, new Event.Received(route + 1, frame));
        }
    }

    /// An answer to a process that has died may still reach the next one of that name.
    private void deliverAnswer(final Connection connection, final long route, final Frame frame) {
        final Agent opener = connection.opener;
        if (opener.isAlive() && opener.life != connection.life) {
            context.marks().hit(Mark.FRAME_TO_NEXT_LIFE);
        }
        context.engines().deliver(opener, opener.life, new Event.Received(route, frame));
    }
}
