package dev.bounce.engine.trace;

import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Message;
import java.util.ArrayDeque;
import java.util.ArrayList;

/// Keeps the last events of an engine within a budget of bytes, in segments that each begin with a
/// snapshot, so that what is left can be replayed. The oldest segment goes when the budget is
/// spent; the newest always stays. Not thread-safe: the host calls it where it calls the engine.
public final class FlightRecorder {
    private static final int EVENT_BYTES = 64;
    private static final int MESSAGE_BYTES = 160;
    private static final int RUN_BYTES = 48;
    private static final int CREDIT_BYTES = 64;
    private static final int PIECE_BYTES = 48;

    private static final class Segment {
        private final Snapshot start;
        private final ArrayList<Recording.Step> steps = new ArrayList<>();
        private long sizeBytes;

        private Segment(final Snapshot start) {
            this.start = start;
        }
    }

    private final EngineConfig config;
    private final int eventsPerSegment;
    private final long maxBytes;
    private final ArrayDeque<Segment> segments = new ArrayDeque<>();
    private long sizeBytes;

    /// @param config of the engine that is recorded
    /// @param eventsPerSegment events between two snapshots, at least 1
    /// @param maxBytes estimated memory that the events may hold, at least 1
    public FlightRecorder(
            final EngineConfig config, final int eventsPerSegment, final long maxBytes) {
        if (eventsPerSegment < 1 || maxBytes < 1) {
            throw new IllegalArgumentException(
                    "a recorder keeps at least one event: "
                            + eventsPerSegment
                            + " events, "
                            + maxBytes
                            + " bytes");
        }
        this.config = config;
        this.eventsPerSegment = eventsPerSegment;
        this.maxBytes = maxBytes;
    }

    /// Notes an event that is about to be applied.
    ///
    /// @param engine the engine in the state before the event
    public void record(final Engine engine, final long nowNanos, final Event event) {
        Segment newest = segments.peekLast();
        if (newest == null || newest.steps.size() == eventsPerSegment) {
            newest = new Segment(engine.snapshot());
            segments.addLast(newest);
        }
        newest.steps.add(new Recording.Step(nowNanos, event));
        final long bytes = estimateBytes(event);
        newest.sizeBytes += bytes;
        sizeBytes += bytes;
        while (sizeBytes > maxBytes && segments.size() > 1) {
            sizeBytes -= segments.removeFirst().sizeBytes;
        }
    }

    /// What is kept, from the oldest snapshot on. `null` before the first event.
    public Recording recording() {
        if (segments.isEmpty()) {
            return null;
        }
        final ArrayList<Recording.Step> steps = new ArrayList<>();
        for (final Segment segment : segments) {
            steps.addAll(segment.steps);
        }
        return new Recording(config, segments.peekFirst().start, steps);
    }

    private static long estimateBytes(final Event event) {
        return switch (event) {
            case Event.Received received -> EVENT_BYTES + estimateFrame(received);
            case Event.Submit submit -> EVENT_BYTES + estimateTransfer(submit.transfer());
            case Event.Cancel _,
                    Event.GatherEnded _,
                    Event.WriteEnded _,
                    Event.ScatterEnded _,
                    Event.DirectEnded _,
                    Event.Fenced _,
                    Event.Load _,
                    Event.Forget _,
                    Event.LinkBroken _,
                    Event.PlaneOpened _,
                    Event.PlaneFailed _,
                    Event.MemoryRegistered _,
                    Event.MemoryDeregistered _,
                    Event.DeviceFailed _,
                    Event.Tick _,
                    Event.Shutdown _ ->
                    EVENT_BYTES;
        };
    }

    private static long estimateFrame(final Event.Received received) {
        long bytes = 0;
        for (final Message message : received.frame().messages()) {
            bytes += MESSAGE_BYTES + estimateBody(message.body());
        }
        return bytes;
    }

    private static long estimateBody(final Body body) {
        return switch (body) {
            case Body.Want want -> (long) Long.BYTES * want.chunkBytes().length;
            case Body.Grant grant -> (long) CREDIT_BYTES * grant.credits().size();
            case Body.Data data -> (long) RUN_BYTES * data.runs().size();
            case Body.ChunkAcks acks -> (long) CREDIT_BYTES * acks.acks().size();
            case Body.Cancel _,
                    Body.Open _,
                    Body.KeepAlive _,
                    Body.Close _,
                    Body.Opened _,
                    Body.KeepAliveAnswer _,
                    Body.RequestAck _,
                    Body.Closed _,
                    Body.StaleEpoch _,
                    Body.StaleInstance _,
                    Body.OpenRefused _ ->
                    0;
        };
    }

    private static long estimateTransfer(final Transfer transfer) {
        return switch (transfer) {
            case Transfer.Coalesced coalesced -> (long) PIECE_BYTES * coalesced.plan().mostPieces();
            case Transfer.Direct direct -> (long) PIECE_BYTES * direct.pairs().size();
        };
    }
}
