package dev.bounce.sim.replay;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.spec.trace.TraceLine.Taken;
import dev.bounce.spec.trace.TraceLine.Taking;
import java.util.HexFormat;
import java.util.Locale;
import java.util.stream.Collectors;

/// Says in a few words what a step is made of. `0>1` is the link from the agent of lane 0 to that
/// of lane 1, `e` an epoch, `r` a request, `c` a chunk, `g` a grant, `@` an arena offset, `#` the
/// first digits of a random number.
final class Wording {
    private static final long LEAST_RANDOM = 1L << 56;
    private static final int BRIEF_DIGITS = 6;

    private final Lanes lanes;

    Wording(final Lanes lanes) {
        this.lanes = lanes;
    }

    /// A random number by its first digits.
    static String brief(final long word) {
        return "#" + HexFormat.of().toHexDigits(word).substring(0, BRIEF_DIGITS);
    }

    /// Nanoseconds as microseconds.
    static String micros(final long nanos) {
        return String.format(Locale.ROOT, "%d.%03d", nanos / 1_000, Math.abs(nanos % 1_000));
    }

    /// A fault that strikes.
    static String fault(final Taking taking) {
        return taking.key() + (taking.value() == 1 ? "" : " =" + taking.value());
    }

    /// An action with what it is about.
    String action(final Taken taken) {
        final StringBuilder text = new StringBuilder(taken.action().specName());
        if (taken.linkId() != 0) {
            text.append(' ').append(lanes.text(taken.linkId()));
        }
        text.append(taken.epoch() == 0 ? "" : " e" + taken.epoch());
        text.append(taken.rid() == 0 ? "" : " r" + taken.rid());
        text.append(taken.chunk() < 0 ? "" : " c" + taken.chunk());
        final boolean isRandom = Math.abs(taken.value()) >= LEAST_RANDOM;
        return text.append(" =").append(isRandom ? brief(taken.value()) : taken.value()).toString();
    }

    /// All messages of a frame.
    String frame(final Frame frame) {
        return frame.messages().stream().map(this::message).collect(Collectors.joining(", "));
    }

    /// A message without its link.
    String message(final Message message) {
        final Header header = message.header();
        final String where = " e" + header.epoch() + (header.rid() == 0 ? "" : " r" + header.rid());
        return switch (message.body()) {
            case Body.Want want -> "WANT" + where + " " + want.chunkBytes().length + " chunks";
            case Body.Cancel _ -> "CANCEL" + where;
            case Body.Open _ -> "OPEN" + where;
            case Body.KeepAlive _ -> "KEEP-ALIVE" + where;
            case Body.Close close -> "CLOSE" + where + (close.clean() ? " clean" : " dirty");
            case Body.Grant grant -> "GRANT" + where + credits(grant);
            case Body.Opened _ -> "OPENED" + where;
            case Body.KeepAliveAnswer _ -> "ALIVE" + where;
            case Body.Data data -> "DATA" + where + " c" + data.chunk() + " g" + data.grantId();
            case Body.ChunkAcks acks -> "ACK" + where + acks(acks);
            case Body.RequestAck ack -> "ACK" + where + " " + ack.status();
            case Body.Closed _ -> "CLOSED" + where;
            case Body.StaleEpoch stale -> "STALE_EPOCH" + where + " highest " + stale.highest();
            case Body.StaleInstance stale -> "STALE_INSTANCE" + where + " " + brief(stale.mine());
            case Body.OpenRefused refused -> "OPEN_REFUSED" + where + " " + refused.reason();
        };
    }

    private static String credits(final Body.Grant grant) {
        if (grant.credits().isEmpty()) {
            return " queued";
        }
        final StringBuilder text = new StringBuilder();
        for (final Credit credit : grant.credits()) {
            text.append(" c").append(credit.chunk()).append(" g").append(credit.grantId());
        }
        return text.toString();
    }

    private static String acks(final Body.ChunkAcks acks) {
        final StringBuilder text = new StringBuilder();
        for (final ChunkAck ack : acks.acks()) {
            text.append(" c").append(ack.chunk()).append(' ').append(ack.status());
        }
        return text.toString();
    }

    /// An event.
    String event(final Event event) {
        return switch (event) {
            case Event.Submit submit -> submit(submit);
            case Event.Cancel cancel -> "cancel t" + cancel.transferId();
            case Event.Received received ->
                    "received " + link(received.frame()) + ": " + frame(received.frame());
            case Event.GatherEnded ended -> "gather " + ended.copyId() + " " + ended.outcome();
            case Event.WriteEnded ended -> "write " + ended.writeId() + " " + ended.outcome();
            case Event.ScatterEnded ended -> "scatter " + ended.copyId() + " " + ended.outcome();
            case Event.DirectEnded ended ->
                    "puts of t" + ended.transferId() + " " + ended.outcome();
            case Event.Fenced fenced -> "fenced " + plane(fenced.plane()) + " " + fenced.strength();
            case Event.Load load -> "load " + load.peer() + " " + brief(load.instance());
            case Event.Forget forget -> "forget " + forget.peer();
            case Event.LinkBroken broken -> "broken " + plane(broken.plane());
            case Event.PlaneOpened opened -> "plane opened " + plane(opened.plane());
            case Event.PlaneFailed failed -> "plane failed " + plane(failed.plane());
            case Event.MemoryRegistered memory ->
                    "register " + memory.base() + " +" + memory.length();
            case Event.MemoryDeregistered memory -> "deregister " + memory.base();
            case Event.DeviceFailed failed -> "device failed: " + failed.cause();
            case Event.Tick _ -> "tick";
            case Event.Shutdown _ -> "shut down";
        };
    }

    private static String submit(final Event.Submit submit) {
        final String what =
                switch (submit.transfer()) {
                    case Transfer.Coalesced(var plan) -> plan.chunkCount() + " chunks";
                    case Transfer.Direct(var pairs, var reason) ->
                            pairs.size() + " pairs directly: " + reason;
                };
        return "submit t" + submit.transferId() + " to " + submit.peer() + ", " + what;
    }

    /// An effect.
    String effect(final Effect effect) {
        return switch (effect) {
            case Effect.Send send -> "send " + link(send.frame()) + ": " + frame(send.frame());
            case Effect.Gather gather ->
                    "gather "
                            + gather.copyId()
                            + ": t"
                            + gather.transferId()
                            + " c"
                            + gather.chunk()
                            + " @"
                            + gather.region();
            case Effect.Write write ->
                    "write "
                            + write.writeId()
                            + ": @"
                            + write.sourceRegion()
                            + " to @"
                            + write.targetRegion()
                            + " g"
                            + write.grantId()
                            + ", "
                            + write.bytes()
                            + " bytes";
            case Effect.Scatter scatter ->
                    "scatter "
                            + scatter.copyId()
                            + ": @"
                            + scatter.region()
                            + ", "
                            + scatter.runs().size()
                            + " runs";
            case Effect.DirectPut put -> "put t" + put.transferId() + " to " + put.peer();
            case Effect.OpenPlane open -> "open plane " + plane(open.plane());
            case Effect.Fence fence -> "fence " + plane(fence.plane());
            case Effect.Resolve resolve -> resolve(resolve);
            case Effect.Refused refused ->
                    "refused t" + refused.transferId() + " " + refused.reason();
            case Effect.Delivered delivered ->
                    "delivered from "
                            + delivered.peer()
                            + " e"
                            + delivered.epoch()
                            + " r"
                            + delivered.rid()
                            + ", "
                            + delivered.payloadBytes()
                            + " bytes";
            case Effect.Deregistered deregistered -> "deregistered " + deregistered.base();
            case Effect.Stopped _ -> "stopped";
            case Effect.Ignored ignored -> "ignored " + ignored.reason();
        };
    }

    private static String resolve(final Effect.Resolve resolve) {
        return "resolved t"
                + resolve.transferId()
                + " "
                + resolve.outcome()
                + (resolve.delivered() ? " delivered" : "")
                + (resolve.quiescent() ? " quiescent" : "");
    }

    private String link(final Frame frame) {
        return frame.messages().isEmpty()
                ? "nothing"
                : lanes.text(frame.messages().getFirst().header().linkId());
    }

    private String plane(final PlaneKey plane) {
        return lanes.text(plane.linkId())
                + " e"
                + plane.epoch()
                + " "
                + plane.side().name().toLowerCase(Locale.ROOT);
    }
}
