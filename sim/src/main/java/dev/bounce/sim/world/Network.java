package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Decoded;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.FrameDecoder;
import dev.bounce.model.wire.FrameEncoder;
import dev.bounce.model.wire.Message;
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
    private final long[] cloggedUntil;
    private final int[] inFlight;
    private final Forger forger;

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
        cloggedUntil = new long[ordinals.length];
        inFlight = new int[ordinals.length];
        forger = new Forger(context, decoder);
    }

    /// Lets no frame pass from one agent to another until then, or until faults end.
    void cut(final Agent from, final Agent to, final long untilNanos) {
        final int pair = Decisions.pair(from.index(), to.index());
        cutUntilNanos[pair] = Math.max(cutUntilNanos[pair], untilNanos);
    }

    /// Lets frames pass from one agent to another.
    void heal(final Agent from, final Agent to) {
        final int pair = Decisions.pair(from.index(), to.index());
        cutUntilNanos[pair] = 0;
        cloggedUntil[pair] = 0;
    }

    /// Leaves everything between two agents as it is until it is healed.
    void freeze(final Agent from, final Agent to) {
        final int pair = Decisions.pair(from.index(), to.index());
        if (context.queue().nowNanos() < cutUntilNanos[pair]) {
            cutUntilNanos[pair] = Long.MAX_VALUE;
        }
    }

    /// Whether nothing passes from one agent to another until that is healed.
    boolean isFrozen(final Agent from, final Agent to) {
        return cutUntilNanos[Decisions.pair(from.index(), to.index())] == Long.MAX_VALUE;
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
        context.harm().sending(sent, context.queue().nowNanos());
        if (!isDropped(sent, pair, ordinal) && !isLostAnswer(sent)) {
            pass(sent, connection, direction, pair, ordinal);
            insert(sent, connection, direction, pair, ordinal);
        }
    }

    /// Where no CLOSED passes, senders must remember more closed epochs than they can.
    private boolean isLostAnswer(final Frame sent) {
        if (!context.settings().losesClosed() || !context.faults().isActive()) {
            return false;
        }
        for (final Message message : sent.messages()) {
            if (message.body() instanceof Body.Closed) {
                return true;
            }
        }
        return false;
    }

    private boolean isDropped(final Frame sent, final int pair, final long ordinal) {
        final FaultPlan faults = context.faults();
        if (context.queue().nowNanos() < cutUntilNanos[pair]) {
            faults.applied(Fault.PARTITION);
            context.harm().strikeEpochs(sent);
            return true;
        }
        if (strikes(Fault.LOSS, pair, ordinal)) {
            if (faults.harmsLinks(Fault.LOSS)) {
                context.harm().strikeEpochs(sent);
            }
            return true;
        }
        final boolean full = inFlight[pair] >= faults.strength(Fault.QUEUE_FULL);
        if (applies(
                Fault.QUEUE_FULL, faults.strikeWhen(full, Fault.QUEUE_FULL, pair, ordinal, 1, 1))) {
            context.harm().strikeEpochs(sent);
            return true;
        }
        return false;
    }

    private void pass(
            final Frame sent,
            final Connection connection,
            final int direction,
            final int pair,
            final long ordinal) {
        final FaultPlan faults = context.faults();
        final boolean isCoded =
                context.detail().bytes()
                        && context.dice().below(Topic.CODEC, pair, ordinal, CODED_EVERY) == 0;
        final Frame frame = isCoded ? throughBytes(sent) : sent;
        final long longest = 5 * context.settings().reorderNanos();
        final long late = faults.strike(Fault.DELAY, pair, ordinal, MICRO, longest);
        final long arrival = context.queue().nowNanos() + latency(pair, ordinal) + late;
        applies(Fault.DELAY, late);
        clog(pair, ordinal);
        final long held = faults.strike(Fault.REORDERING, pair, ordinal, MICRO, longest);
        if (applies(Fault.REORDERING, held)) {
            deliverAt(arrival + held, connection, direction, pair, frame);
        } else {
            final long after = Math.max(connection.lastDelivery[direction], cloggedUntil[pair]);
            final long at = Math.max(arrival, after);
            if (cloggedUntil[pair] > 0 && at > arrival) {
                context.harm().strikeEpochs(sent);
            }
            connection.lastDelivery[direction] = at;
            deliverAt(at, connection, direction, pair, frame);
        }
        final long again = faults.strike(Fault.DUPLICATION, pair, ordinal, MICRO, longest);
        if (applies(Fault.DUPLICATION, again)) {
            deliverAt(arrival + again, connection, direction, pair, frame);
        }
    }

    private void clog(final int pair, final long ordinal) {
        final long longest = Math.max(MICRO, context.settings().link().leaseNanos() / 2);
        final long clogged = context.faults().strike(Fault.CLOG, pair, ordinal, MICRO, longest);
        if (applies(Fault.CLOG, clogged)) {
            cloggedUntil[pair] = context.queue().nowNanos() + clogged;
        }
    }

    /// Lets a frame follow that its sender never sent.
    private void insert(
            final Frame sent,
            final Connection connection,
            final int direction,
            final int pair,
            final long ordinal) {
        if (context.faults().strikes(Fault.HOSTILE, pair, ordinal)) {
            final Frame forged = forger.forge(sent, pair, ordinal);
            if (applies(Fault.HOSTILE, forged == null ? 0 : 1)) {
                context.harm().strikeLinks(sent);
                final long at = context.queue().nowNanos() + latency(pair, ordinal);
                deliverAt(at, connection, direction, pair, forged);
            }
        }
    }

    private boolean strikes(final Fault family, final int pair, final long ordinal) {
        return applies(family, context.faults().strike(family, pair, ordinal, 1, 1));
    }

    private boolean applies(final Fault family, final long value) {
        if (value > 0) {
            context.faults().applied(family);
        }
        return value > 0;
    }

    private long latency(final int pair, final long ordinal) {
        final long latency = context.settings().latencyNanos();
        return latency + context.dice().below(Topic.LATENCY, pair, ordinal, latency / 4 + 1);
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
            final long nanos,
            final Connection connection,
            final int direction,
            final int pair,
            final Frame frame) {
        inFlight[pair]++;
        context.queue()
                .at(
                        nanos,
                        () -> {
                            inFlight[pair]--;
                            deliver(connection, direction, frame);
                        });
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
