package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;

/// Turns the receiver's half of an engine into values and back.
final class ReceiverSnapshots {
    private ReceiverSnapshots() {}

    static Snapshot.Incoming of(final ReceiverLink link) {
        return new Snapshot.Incoming(
                link.peer,
                link.linkId,
                link.highest,
                link.previousInstance,
                link.newestInstance,
                link.alternations,
                link.current == null ? null : of(link.current),
                link.pending == null ? null : of(link.pending));
    }

    private static Snapshot.ReceivingEpoch of(final ReceiverEpoch epoch) {
        return new Snapshot.ReceivingEpoch(
                epoch.plane,
                epoch.nonce,
                epoch.token,
                epoch.timer.ordinal,
                epoch.timer.dueNanos,
                epoch.route,
                epoch.planeAddress,
                epoch.newestBeat,
                epoch.lastHeardNanos,
                epoch.oldestOpenRid,
                epoch.openFlows,
                epoch.loopNanos,
                epoch.chunkNanos,
                epoch.lastDataNanos,
                epoch.flows.stream().map(ReceiverSnapshots::of).toList());
    }

    private static Snapshot.Receiving of(final Flow flow) {
        final List<Long> chunkBytes = new ArrayList<>();
        final List<Snapshot.ReceivedChunk> chunks = new ArrayList<>();
        for (int chunk = 0; chunk < flow.chunkBytes.length; chunk++) {
            chunkBytes.add(flow.chunkBytes[chunk]);
            final Region region = flow.region[chunk];
            chunks.add(
                    new Snapshot.ReceivedChunk(
                            region == null ? -1 : region.offset,
                            flow.grantId[chunk],
                            flow.grantedNanos[chunk],
                            flow.status[chunk]));
        }
        final Demand demand = flow.demand;
        return new Snapshot.Receiving(
                flow.rid,
                flow.tag,
                List.copyOf(chunkBytes),
                List.copyOf(chunks),
                flow.refusal,
                flow.settled,
                flow.landed,
                flow.scattering,
                flow.open,
                flow.cancelled,
                flow.cancelUnanswered,
                flow.announced,
                demand == null ? 0 : demand.next,
                demand == null ? 0 : demand.held,
                demand == null ? 0 : demand.window);
    }

    static Snapshot.Arrived of(final Scatter scatter) {
        final Flow flow = scatter.flow();
        final boolean listed =
                flow.epoch.link.current == flow.epoch && flow.epoch.flow(flow.rid) == flow;
        return new Snapshot.Arrived(
                scatter.region().offset,
                flow.epoch.plane,
                flow.rid,
                listed ? null : of(flow),
                scatter.runs());
    }

    static ReceiverLink restore(
            final Snapshot.Incoming saved, final Context context, final ReceiverLinks links) {
        final ReceiverLink link = new ReceiverLink(saved.peer(), saved.linkId());
        link.highest = saved.highest();
        link.previousInstance = saved.previousInstance();
        link.newestInstance = saved.newestInstance();
        link.alternations = saved.alternations();
        if (saved.current() != null) {
            link.current = epoch(link, saved.current(), context, links);
        }
        if (saved.pending() != null) {
            link.pending = epoch(link, saved.pending(), context, links);
        }
        return link;
    }

    private static ReceiverEpoch epoch(
            final ReceiverLink link,
            final Snapshot.ReceivingEpoch saved,
            final Context context,
            final ReceiverLinks links) {
        final ReceiverEpoch epoch =
                links.create(link, saved.plane(), saved.nonce(), saved.route(), saved.ordinal());
        epoch.planeAddress = saved.planeAddress();
        epoch.newestBeat = saved.newestBeat();
        epoch.lastHeardNanos = saved.lastHeardNanos();
        epoch.oldestOpenRid = saved.oldestOpenRid();
        epoch.openFlows = saved.openFlows();
        epoch.loopNanos = saved.loopNanos();
        epoch.chunkNanos = saved.chunkNanos();
        epoch.lastDataNanos = saved.lastDataNanos();
        for (final Snapshot.Receiving flow : saved.flows()) {
            epoch.flows.add(flow(epoch, flow, context.arena));
        }
        context.deadlines.set(epoch.timer, saved.dueNanos());
        return epoch;
    }

    private static Flow flow(
            final ReceiverEpoch epoch, final Snapshot.Receiving saved, final Arena arena) {
        final long[] chunkBytes = saved.chunkBytes().stream().mapToLong(Long::longValue).toArray();
        final Flow flow = new Flow(epoch, saved.rid(), saved.tag(), chunkBytes, saved.window());
        for (int chunk = 0; chunk < chunkBytes.length; chunk++) {
            final Snapshot.ReceivedChunk received = saved.chunks().get(chunk);
            flow.region[chunk] = received.region() < 0 ? null : arena.at(received.region());
            flow.grantId[chunk] = received.grantId();
            flow.grantedNanos[chunk] = received.grantedNanos();
            flow.status[chunk] = received.status();
        }
        flow.refusal = saved.refusal();
        flow.settled = saved.settled();
        flow.landed = saved.landed();
        flow.scattering = saved.scattering();
        flow.open = saved.open();
        flow.cancelled = saved.cancelled();
        flow.cancelUnanswered = saved.cancelUnanswered();
        flow.announced = saved.announced();
        if (flow.demand != null) {
            flow.demand.next = saved.next();
            flow.demand.held = saved.held();
        }
        return flow;
    }

    /// A scatter of a listed flow refers to it; one of a forgotten flow brings it along, once for
    /// all its scatters.
    static Scatter scatter(
            final Snapshot.Arrived saved,
            final Context context,
            final ReceiverLinks links,
            final List<Flow> forgotten) {
        final Region region = context.arena.at(saved.region());
        final ReceiverLink link = links.byId(saved.plane().linkId());
        if (saved.flow() == null) {
            return new Scatter(region, link.current.flow(saved.rid()), saved.runs());
        }
        for (final Flow flow : forgotten) {
            if (flow.epoch.plane.equals(saved.plane()) && flow.rid == saved.rid()) {
                return new Scatter(region, flow, saved.runs());
            }
        }
        final boolean alive = link.current != null && link.current.plane.equals(saved.plane());
        final ReceiverEpoch epoch = alive ? link.current : links.dead(link, saved.plane());
        final Flow flow = flow(epoch, saved.flow(), context.arena);
        forgotten.add(flow);
        return new Scatter(region, flow, saved.runs());
    }
}
