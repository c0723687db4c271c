package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Blob;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.PropertyViolation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// One object per side of every epoch (assumption A6), and their fences: after the receiver's
/// nothing of the epoch lands, after the sender's nothing reads its staging. They are PROVEN, or,
/// in worlds that know no proof, ASSUMED: there a write lands at most the configured time after its
/// notAfter (assumption A5).
final class DataPlane {
    private final Context context;
    private final Writes writes;
    private final Map<Long, PlaneEnd> receivers = new HashMap<>();
    private long nextUid = 1;
    private final long[] ordinals = new long[Decisions.MOST_AGENTS];

    DataPlane(final Context context) {
        this.context = context;
        writes = new Writes(context);
    }

    /// Makes an object; the agent is told when it is there, or that it cannot be made.
    void open(final Agent agent, final Effect.OpenPlane effect) {
        final PlaneEnd end = new PlaneEnd(nextUid++, agent, effect.plane());
        context.ledger().planeOpened(agent.index(), effect.plane());
        agent.planes.put(effect.plane(), end);
        if (effect.remote() != null) {
            end.remote = remoteOf(effect);
        }
        final long ordinal = ordinals[agent.index()]++;
        final boolean fails = context.faults().strikes(Fault.PLANE_FAILED, agent.index(), ordinal);
        final long delay =
                context.dice()
                        .logBetween(
                                Topic.PLANE,
                                agent.index(),
                                ordinal,
                                1_000,
                                20 * context.settings().latencyNanos());
        end.answeredAtNanos = context.queue().nowNanos() + delay;
        final Agent owner = end.owner();
        context.queue()
                .after(
                        delay,
                        () ->
                                context.engines()
                                        .whenAwake(owner, end.life(), () -> answer(end, fails)));
    }

    /// Fences an object; the agent is told when the fence is there.
    void fence(final Agent agent, final Effect.Fence effect) {
        final PlaneEnd end = agent.planes.get(effect.plane());
        if (effect.plane().side() == PlaneKey.Side.RECEIVER) {
            context.ledger().epochEnded(agent.index(), effect.plane());
            if (end != null && !end.writes.isEmpty()) {
                context.marks().hit(Mark.EPOCH_ENDED_UNDER_WRITE);
            }
        }
        final long delay =
                context.dice()
                        .exponential(
                                Topic.PLANE,
                                agent.index(),
                                ordinals[agent.index()]++,
                                context.settings().fenceNanos());
        final long due = context.queue().nowNanos() + delay;
        final long earliest = end == null ? due : Math.max(due, end.answeredAtNanos + 1);
        final Life life = agent.life;
        final Runnable fence = () -> fenced(agent, effect.plane());
        context.queue()
                .at(
                        Math.max(earliest, assumedEnd(agent, effect)),
                        () -> context.engines().whenAwake(agent, life, fence));
    }

    /// The end of an ASSUMED fence: the configured time after now, and after what the lease allows.
    private long assumedEnd(final Agent agent, final Effect.Fence effect) {
        final long assumed = context.settings().assumedNanos();
        if (assumed == 0) {
            return 0;
        }
        final long clock = agent.clock(context.queue().nowNanos());
        return agent.worldTime(Math.max(clock, effect.notBeforeNanos()) + assumed);
    }

    /// Starts a write.
    void write(final Agent agent, final Effect.Write effect) {
        final PlaneEnd end = agent.planes.get(effect.plane());
        if (end == null || !end.open || end.remote == null) {
            throw new PropertyViolation(
                    "WriteNeedsPlane",
                    agent.name() + " writes on a plane that is not open: " + effect);
        }
        writes.start(agent, end, effect);
    }

    /// The process of an agent is about to die: its running writes become zombies.
    void dying(final Agent agent) {
        for (final PlaneEnd end : agent.planes.values()) {
            if (end.key().side() == PlaneKey.Side.SENDER) {
                for (final Write write : end.writes) {
                    writes.orphan(write);
                }
            }
            receivers.remove(end.uid());
        }
    }

    private PlaneEnd remoteOf(final Effect.OpenPlane effect) {
        final byte[] address = effect.remote().planeAddress().toBytes();
        final PlaneEnd remote = address.length == 8 ? receivers.get(decode(address)) : null;
        if (remote != null
                && (remote.key().linkId() != effect.plane().linkId()
                        || remote.key().epoch() != effect.plane().epoch()
                        || effect.remote().address() != Memory.arenaBase(remote.owner().index()))) {
            throw new PropertyViolation(
                    "OnePlanePerEpoch", effect + " reaches the object of " + remote.key());
        }
        return remote;
    }

    private void answer(final PlaneEnd end, final boolean fails) {
        final boolean isSender = end.key().side() == PlaneKey.Side.SENDER;
        if (fails || isSender && (end.remote == null || !end.remote.isReachable())) {
            if (fails) {
                context.faults().applied(Fault.PLANE_FAILED);
            }
            if (end.owner().life == end.life()) {
                end.owner().planes.remove(end.key());
            }
            context.engines().deliver(end.owner(), end.life(), new Event.PlaneFailed(end.key()));
            return;
        }
        end.open = true;
        if (!isSender) {
            receivers.put(end.uid(), end);
        }
        context.engines()
                .deliver(
                        end.owner(),
                        end.life(),
                        new Event.PlaneOpened(
                                end.key(), isSender ? Blob.EMPTY : Blob.of(encode(end.uid()))));
    }

    private void fenced(final Agent agent, final PlaneKey key) {
        final PlaneEnd end = agent.planes.remove(key);
        if (end != null) {
            end.fenced = true;
            receivers.remove(end.uid());
            final List<Write> running = new ArrayList<>(end.writes);
            for (final Write write : running) {
                checkFinal(agent, write);
                if (key.side() == PlaneKey.Side.SENDER) {
                    writes.stopReading(write);
                } else {
                    writes.stopLanding(write);
                }
            }
            end.writes.clear();
        }
        final boolean proven = context.settings().assumedNanos() == 0;
        if (!proven) {
            context.marks().hit(Mark.FENCE_ASSUMED);
        }
        final FenceStrength strength = proven ? FenceStrength.PROVEN : FenceStrength.ASSUMED;
        context.engines().deliver(agent, agent.life, new Event.Fenced(key, strength));
    }

    /// Without proof nothing but time keeps a write from landing: it must have run out by then.
    private void checkFinal(final Agent agent, final Write write) {
        if (context.settings().assumedNanos() > 0 && write.record().canLand()) {
            throw new PropertyViolation(
                    "FencedIsFinal",
                    agent.name()
                            + " has waited for its fence until "
                            + context.queue().nowNanos()
                            + " and "
                            + write.record()
                            + " can still land");
        }
    }

    private static byte[] encode(final long uid) {
        final byte[] bytes = new byte[8];
        for (int index = 0; index < 8; index++) {
            bytes[index] = (byte) (uid >>> 8 * index);
        }
        return bytes;
    }

    private static long decode(final byte[] bytes) {
        long uid = 0;
        for (int index = 7; index >= 0; index--) {
            uid = uid << 8 | bytes[index] & 0xFF;
        }
        return uid;
    }
}
