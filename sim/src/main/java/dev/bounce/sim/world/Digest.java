package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import java.util.List;

/// A rolling hash of all that happens: time, agent, event, effects. Made of values only, never of
/// an object's identity, so that it is the same in every JVM.
final class Digest {
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private long hash;

    /// The hash so far.
    long value() {
        return hash;
    }

    /// Adds the beginning of a step.
    void begin(final long nanos, final int agent, final Event event) {
        add(nanos);
        add(agent);
        switch (event) {
            case Event.Submit submit -> add(1, submit.transferId());
            case Event.Cancel cancel -> add(2, cancel.transferId());
            case Event.Received received -> {
                add(3, received.route());
                add(received.frame());
            }
            case Event.GatherEnded ended -> add(4, ended.copyId(), ended.outcome().ordinal());
            case Event.WriteEnded ended -> add(5, ended.writeId(), ended.outcome().ordinal());
            case Event.ScatterEnded ended -> add(6, ended.copyId(), ended.outcome().ordinal());
            case Event.DirectEnded ended -> add(7, ended.transferId(), ended.outcome().ordinal());
            case Event.Fenced fenced -> add(8, fenced.plane());
            case Event.Load load -> add(9, load.instance(), load.route());
            case Event.Forget forget -> add(10, forget.peer().length());
            case Event.LinkBroken broken -> add(11, broken.plane());
            case Event.PlaneOpened opened -> add(12, opened.plane());
            case Event.PlaneFailed failed -> add(13, failed.plane());
            case Event.MemoryRegistered memory -> add(14, memory.base());
            case Event.MemoryDeregistered memory -> add(15, memory.base());
            case Event.DeviceFailed failed -> add(16, failed.cause().length());
            case Event.Tick _ -> add(17);
            case Event.Shutdown _ -> add(18);
        }
    }

    /// Adds one effect.
    void add(final Effect effect) {
        switch (effect) {
            case Effect.Send send -> {
                add(31, send.route());
                add(send.frame());
            }
            case Effect.Gather gather -> {
                add(32, gather.copyId(), gather.region());
                add(gather.chunk(), gather.seal().low());
            }
            case Effect.Write write -> {
                add(33, write.writeId(), write.grantId());
                add(write.targetAddress(), write.notAfterNanos());
            }
            case Effect.Scatter scatter -> add(34, scatter.copyId(), scatter.region());
            case Effect.DirectPut put -> add(35, put.transferId());
            case Effect.OpenPlane open -> add(36, open.plane());
            case Effect.Fence fence -> {
                add(37, fence.plane());
                add(fence.notBeforeNanos());
            }
            case Effect.Resolve resolve -> {
                add(38, resolve.transferId(), resolve.outcome().ordinal());
                add(resolve.epoch(), resolve.rid());
                add(resolve.delivered() ? 1 : 0, resolve.quiescent() ? 1 : 0);
            }
            case Effect.Refused refused ->
                    add(39, refused.transferId(), refused.reason().ordinal());
            case Effect.Delivered delivered -> add(40, delivered.rid(), delivered.payloadBytes());
            case Effect.Deregistered deregistered -> add(41, deregistered.base());
            case Effect.Stopped _ -> add(42);
            case Effect.Ignored ignored -> add(43, ignored.reason().ordinal());
        }
    }

    /// Adds anything else.
    void add(final long word) {
        final long mixed = (hash ^ word) * PRIME;
        hash = mixed ^ mixed >>> 32;
    }

    private void add(final long first, final long second) {
        add(first);
        add(second);
    }

    private void add(final long first, final long second, final long third) {
        add(first);
        add(second);
        add(third);
    }

    private void add(final long kind, final PlaneKey plane) {
        add(kind, plane.linkId());
        add(plane.epoch(), plane.instance(), plane.side().ordinal());
    }

    private void add(final Frame frame) {
        final List<Message> messages = frame.messages();
        for (int index = 0; index < messages.size(); index++) {
            final Message message = messages.get(index);
            final Header header = message.header();
            add(header.type().wireValue(), header.linkId(), header.epoch());
            add(header.rid(), header.progress(), header.beat());
            add(message.body());
        }
    }

    private void add(final Body body) {
        switch (body) {
            case Body.Want want -> add(61, want.chunkBytes().length);
            case Body.Cancel _ -> add(62);
            case Body.Open open -> add(63, open.nonce().low());
            case Body.KeepAlive _ -> add(64);
            case Body.Close close -> add(65, close.clean() ? 1 : 0);
            case Body.Grant grant -> {
                final List<Credit> credits = grant.credits();
                for (int index = 0; index < credits.size(); index++) {
                    final Credit credit = credits.get(index);
                    add(66, credit.grantId(), credit.region());
                }
            }
            case Body.Opened opened -> add(67, opened.token().low());
            case Body.KeepAliveAnswer _ -> add(68);
            case Body.Data data -> add(69, data.chunk(), data.grantId());
            case Body.ChunkAcks acks -> {
                final List<ChunkAck> all = acks.acks();
                for (int index = 0; index < all.size(); index++) {
                    final ChunkAck ack = all.get(index);
                    add(70, ack.grantId(), ack.status().wireValue());
                }
            }
            case Body.RequestAck ack -> add(71, ack.status().wireValue());
            case Body.Closed _ -> add(72);
            case Body.StaleEpoch stale -> add(73, stale.highest());
            case Body.StaleInstance stale -> add(74, stale.mine());
            case Body.OpenRefused refused -> add(75, refused.reason().wireValue());
        }
    }
}
