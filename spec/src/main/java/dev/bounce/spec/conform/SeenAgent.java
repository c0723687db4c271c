package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.Tla.number;
import static dev.bounce.spec.conform.Tla.text;

import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.engine.Snapshot;
import dev.bounce.model.wire.Status;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The state of an engine as `Seen` of `TraceCheck.tla` shows it.
final class SeenAgent {
    private final Cast cast;
    private final long slotBytes;
    private final long instance;

    /// @param slotBytes size of a region, all of which are alike
    /// @param instance the life of the agent
    SeenAgent(final Cast cast, final long slotBytes, final long instance) {
        this.cast = cast;
        this.slotBytes = slotBytes;
        this.instance = instance;
    }

    /// The view of an agent after a step.
    ///
    /// @param peer instance of the other agent as this one knows it, for links that are not loaded
    TlaValue of(final Snapshot snapshot) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("out", sender(snapshot));
        fields.put("in", receiver(snapshot));
        fields.put("arena", Tla.set(snapshot.regions().stream().map(this::region).toList()));
        return Tla.record(fields);
    }

    /// What the agent remembers and the view does not show, as [SpecView#remembered] has it.
    TlaValue remembered(final Snapshot snapshot) {
        final List<TlaValue> owed = new ArrayList<>();
        for (final Snapshot.Outgoing link : snapshot.outgoing()) {
            for (final Snapshot.SendingEpoch epoch : link.closed()) {
                final Map<String, TlaValue> fields = new LinkedHashMap<>();
                fields.put("k", key(link, epoch));
                fields.put("sent", new TlaValue.Truth(epoch.closeSent()));
                fields.put("ans", new TlaValue.Truth(epoch.answered()));
                fields.put("fen", new TlaValue.Truth(epoch.fenced()));
                owed.add(Tla.record(fields));
            }
        }
        final List<TlaValue> asks = new ArrayList<>();
        for (final Snapshot.Incoming link : snapshot.incoming()) {
            if (link.current() != null) {
                link.current().flows().stream()
                        .filter(Snapshot.Receiving::cancelUnanswered)
                        .forEach(flow -> asks.add(number(flow.rid())));
            }
        }
        return Tla.canonical(Tla.sequence(List.of(Tla.set(owed), Tla.set(asks))));
    }

    private TlaValue sender(final Snapshot snapshot) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        TlaValue epoch = Cast.NO_KEY;
        String state = "DOWN";
        boolean isOpened = false;
        final List<TlaValue> requests = new ArrayList<>();
        for (final Snapshot.Outgoing link : snapshot.outgoing()) {
            link.closed().forEach(closed -> addRequests(link, closed, requests));
            if (link.current() != null) {
                epoch = key(link, link.current());
                state = link.state().name();
                isOpened = link.current().limits() != null;
                addRequests(link, link.current(), requests);
            }
        }
        fields.put("k", epoch);
        fields.put("st", text(state));
        fields.put("opened", new TlaValue.Truth(isOpened));
        fields.put("requests", Tla.set(requests));
        return Tla.record(fields);
    }

    private TlaValue key(final Snapshot.Outgoing link, final Snapshot.SendingEpoch epoch) {
        return cast.key(link.linkId(), instance, epoch.peerInstance(), epoch.epoch());
    }

    private void addRequests(
            final Snapshot.Outgoing link,
            final Snapshot.SendingEpoch epoch,
            final List<TlaValue> requests) {
        for (final Snapshot.Requested request : epoch.records()) {
            final boolean isOpen = request.phase().equals("OPEN");
            final Map<String, TlaValue> fields = new LinkedHashMap<>();
            fields.put("k", key(link, epoch));
            fields.put("rid", number(request.rid()));
            fields.put("st", text(request.phase()));
            fields.put("resolved", new TlaValue.Truth(request.resolved()));
            fields.put(
                    "ch",
                    Tla.sequence(
                            isOpen
                                    ? request.chunks().stream().map(this::chunk).toList()
                                    : List.of()));
            requests.add(Tla.record(fields));
        }
    }

    private TlaValue chunk(final Snapshot.Chunk chunk) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("st", text(chunk.state()));
        fields.put("g", number(chunk.grantId()));
        fields.put("s", number(chunk.grantId() == 0 ? 0 : slot(chunk.targetRegion())));
        fields.put("b", number(chunk.staging() < 0 ? 0 : slot(chunk.staging())));
        return Tla.record(fields);
    }

    private TlaValue receiver(final Snapshot snapshot) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("hi", number(0));
        fields.put("cur", Cast.NO_KEY);
        fields.put("pend", Cast.NO_KEY);
        fields.put("oldest", number(1));
        fields.put("flows", Tla.set(List.of()));
        for (final Snapshot.Incoming link : snapshot.incoming()) {
            fields.put("hi", number(link.highest()));
            if (link.pending() != null) {
                fields.put("pend", key(link.pending().plane()));
            }
            if (link.current() != null) {
                fields.put("cur", key(link.current().plane()));
                fields.put("oldest", number(Math.max(1, link.current().oldestOpenRid())));
                fields.put(
                        "flows",
                        Tla.set(link.current().flows().stream().map(SeenAgent::flow).toList()));
            }
        }
        return Tla.record(fields);
    }

    private TlaValue key(final PlaneKey plane) {
        return plane.side() == PlaneKey.Side.RECEIVER
                ? cast.key(plane.linkId(), plane.instance(), instance, plane.epoch())
                : cast.knownKey(plane.linkId(), plane.instance(), plane.epoch());
    }

    private static TlaValue flow(final Snapshot.Receiving flow) {
        final String state = flow.cancelled() ? "CANCELLED" : flow.open() ? "OPEN" : "DONE";
        final List<TlaValue> grants = new ArrayList<>();
        final List<TlaValue> statuses = new ArrayList<>();
        if (!flow.cancelled()) {
            for (final Snapshot.ReceivedChunk chunk : flow.chunks()) {
                grants.add(number(chunk.grantId()));
                final Status status = chunk.status();
                statuses.add(text(status == null ? "-" : SeenFrame.status(status)));
            }
        }
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("rid", number(flow.rid()));
        fields.put("st", text(state));
        fields.put("g", Tla.sequence(grants));
        fields.put("x", Tla.sequence(statuses));
        return Tla.record(fields);
    }

    private TlaValue region(final Snapshot.Block block) {
        if (block.bytes() > slotBytes || block.offset() % slotBytes != 0) {
            throw new IllegalArgumentException(
                    "%d bytes at %d, where every region takes a slot of %d: no model-sized world"
                            .formatted(block.bytes(), block.offset(), slotBytes));
        }
        final boolean isOrphan = block.state() == RegionState.STAGING_ORPHAN;
        final boolean isStaging =
                switch (block.state()) {
                    case STAGING_EAGER, STAGING_CREDITED, STAGING_ORPHAN -> true;
                    case GRANTED, QUEUED, SCATTERING, ORPHAN, QUARANTINED -> false;
                };
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("s", number(slot(block.offset())));
        fields.put("st", text(block.state().name()));
        fields.put("k", isOrphan ? Cast.NO_KEY : key(block.plane()));
        fields.put("rid", number(isOrphan ? 0 : block.rid()));
        fields.put("c", number(isOrphan ? 0 : block.chunk() + 1));
        fields.put("g", number(isStaging ? 0 : block.grantId()));
        return Tla.record(fields);
    }

    private long slot(final long offset) {
        return offset / slotBytes + 1;
    }
}
