package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.LinkId;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.OpenRefusal;
import dev.bounce.model.wire.Token;
import java.util.ArrayList;

/// The receiver's links: instance, token and epoch are checked before anything else (rule 10), OPEN
/// is answered, frames of living epochs are handed on (rule 1).
final class ReceiverLinks {
    /// Replaced instances that come back before a name is refused as used twice.
    private static final int MAX_ALTERNATIONS = 3;

    /// Names that are remembered for each link that may be open.
    private static final int NAMES_PER_LINK = 16;

    private final Context context;
    private final ReceiverOutput output;
    private final ReceiverEpochs epochs;
    private final Flows flows;
    private final Arrivals arrivals;
    private final ArrayList<ReceiverLink> links = new ArrayList<>();

    ReceiverLinks(
            final Context context,
            final ReceiverOutput output,
            final ReceiverEpochs epochs,
            final Flows flows,
            final Arrivals arrivals) {
        this.context = context;
        this.output = output;
        this.epochs = epochs;
        this.flows = flows;
        this.arrivals = arrivals;
    }

    ArrayList<ReceiverLink> all() {
        return links;
    }

    ReceiverLink byPeer(final String peer) {
        return byId(LinkId.of(peer, context.config.name()));
    }

    ReceiverLink byId(final long linkId) {
        for (int index = 0; index < links.size(); index++) {
            if (links.get(index).linkId == linkId) {
                return links.get(index);
            }
        }
        return null;
    }

    /// The living or pending epoch with that plane, or `null`.
    ReceiverEpoch byPlane(final PlaneKey plane) {
        final ReceiverLink link = byId(plane.linkId());
        if (link == null) {
            return null;
        }
        if (link.current != null && link.current.plane.equals(plane)) {
            return link.current;
        }
        return link.pending != null && link.pending.plane.equals(plane) ? link.pending : null;
    }

    /// One message from the sender of a link to this receiver.
    void received(final long route, final Message message) {
        final Header header = message.header();
        final boolean isOpen = message.body() instanceof Body.Open;
        if (header.receiverInstance() != context.config.instance()
                && !(isOpen && header.receiverInstance() == 0)) {
            output.staleInstance(route, header);
            return;
        }
        if (message.body() instanceof Body.Open open) {
            open(route, header, open);
            return;
        }
        final ReceiverLink link = byId(header.linkId());
        if (link == null) {
            context.ignore(IgnoreReason.UNKNOWN_LINK);
            return;
        }
        if (matches(link.pending, header) && link.pending.token.matches(header.token())) {
            promote(link);
        }
        final ReceiverEpoch epoch = link.current;
        if (matches(epoch, header)) {
            if (epoch.token.matches(header.token())) {
                alive(epoch, route, header, message.body());
            } else {
                context.ignore(IgnoreReason.WRONG_TOKEN);
            }
            return;
        }
        final Token expected =
                context.tokens.token(header.linkId(), header.senderInstance(), header.epoch());
        if (expected.matches(header.token())) {
            epochs.dead(link, route, header, message.body());
        } else {
            context.ignore(IgnoreReason.WRONG_TOKEN);
        }
    }

    private static boolean matches(final ReceiverEpoch epoch, final Header header) {
        return epoch != null
                && epoch.epoch == header.epoch()
                && epoch.instance == header.senderInstance();
    }

    private void alive(
            final ReceiverEpoch epoch, final long route, final Header header, final Body body) {
        epoch.route = route;
        epoch.lastHeardNanos = context.now;
        epoch.newestBeat = Math.max(epoch.newestBeat, header.beat());
        flows.forgetBelow(epoch, header.oldestOpenRid());
        switch (body) {
            case Body.KeepAlive _ -> output.keepAliveAnswer(epoch);
            case Body.Close close -> epochs.close(epoch, route, header, close.clean());
            case Body.Want want -> flows.want(epoch, header.rid(), want);
            case Body.Cancel _ -> flows.cancel(epoch, header.rid());
            case Body.Data data -> arrivals.data(epoch, header.rid(), data);
            case Body.Open _,
                    Body.Grant _,
                    Body.Opened _,
                    Body.KeepAliveAnswer _,
                    Body.ChunkAcks _,
                    Body.RequestAck _,
                    Body.Closed _,
                    Body.StaleEpoch _,
                    Body.StaleInstance _,
                    Body.OpenRefused _ ->
                    context.ignore(IgnoreReason.WRONG_DIRECTION);
        }
    }

    private void open(final long route, final Header header, final Body.Open open) {
        final long linkId = LinkId.of(open.name(), context.config.name());
        if (linkId != header.linkId()
                || header.epoch() <= 0
                || header.senderInstance() == 0
                || open.wireLow() > open.wireHigh()
                || open.name().equals(context.config.name())) {
            context.ignore(IgnoreReason.INCONSISTENT);
            return;
        }
        if (context.stopping) {
            context.ignore(IgnoreReason.STOPPED);
            return;
        }
        ReceiverLink link = byId(linkId);
        if (link != null && repeated(link, route, header, open)) {
            return;
        }
        if (open.wireLow() > Header.VERSION || open.wireHigh() < Header.VERSION) {
            refuse(route, header, open, OpenRefusal.VERSION);
            return;
        }
        if (link != null && header.epoch() <= link.highest) {
            output.staleEpoch(route, header, new Body.StaleEpoch(link.highest, open.nonce()));
            return;
        }
        if (link != null && link.alternations >= MAX_ALTERNATIONS) {
            refuse(route, header, open, OpenRefusal.DUPLICATE_NAME);
            return;
        }
        if (isFull(link)) {
            refuse(route, header, open, OpenRefusal.LINKS);
            return;
        }
        if (link == null) {
            link = new ReceiverLink(open.name(), linkId);
            links.add(link);
        }
        accept(link, route, header, open);
    }

    /// A repeated OPEN is answered again, on the connection it came on.
    private boolean repeated(
            final ReceiverLink link, final long route, final Header header, final Body.Open open) {
        final ReceiverEpoch epoch =
                matches(link.current, header)
                        ? link.current
                        : matches(link.pending, header) ? link.pending : null;
        if (epoch == null || !epoch.nonce.equals(open.nonce())) {
            return false;
        }
        epoch.route = route;
        epoch.lastHeardNanos = context.now;
        epoch.newestBeat = Math.max(epoch.newestBeat, header.beat());
        if (epoch.planeAddress != null) {
            output.opened(epoch);
        }
        return true;
    }

    /// Counts every plane that is open or not yet fenced. A link that already has one may replace
    /// it.
    private boolean isFull(final ReceiverLink link) {
        int planes = epochs.unfencedCount();
        for (int index = 0; index < links.size(); index++) {
            planes += links.get(index).current == null ? 0 : 1;
            planes += links.get(index).pending == null ? 0 : 1;
        }
        final int maxLinks = context.config.link().maxLinks();
        return planes >= maxLinks
                || link == null && links.size() >= (long) NAMES_PER_LINK * maxLinks;
    }

    private void refuse(
            final long route, final Header header, final Body.Open open, final OpenRefusal why) {
        context.tracer.record(
                Action.REFUSE_OPEN, header.linkId(), header.epoch(), 0, -1, why.wireValue());
        output.refuseOpen(route, header, open, why);
    }

    /// A larger epoch. One of another instance than that of the open epoch is only pending: a dead
    /// process never sends the frame that would make it take effect.
    private void accept(
            final ReceiverLink link, final long route, final Header header, final Body.Open open) {
        link.highest = header.epoch();
        final PlaneKey plane =
                new PlaneKey(
                        link.linkId,
                        header.epoch(),
                        header.senderInstance(),
                        PlaneKey.Side.RECEIVER);
        final ReceiverEpoch epoch = create(link, plane, open.nonce(), route, context.nextOrdinal());
        epochs.armLease(epoch);
        epoch.newestBeat = header.beat();
        if (link.pending != null) {
            epochs.dropPending(link);
        }
        if (link.current != null && link.current.instance != epoch.instance) {
            context.tracer.record(Action.PEND_OPEN, link.linkId, epoch.epoch, 0, -1, 0);
            link.pending = epoch;
        } else {
            if (link.current != null) {
                epochs.end(link.current, false);
            }
            context.tracer.record(Action.RECV_OPEN, link.linkId, epoch.epoch, 0, -1, 0);
            takeEffect(link, epoch);
        }
        context.out.add(new Effect.OpenPlane(plane, link.peer, null));
    }

    ReceiverEpoch create(
            final ReceiverLink link,
            final PlaneKey plane,
            final Nonce nonce,
            final long route,
            final long ordinal) {
        final ReceiverEpoch[] self = new ReceiverEpoch[1];
        final Timer timer = new Timer(ordinal, () -> epochs.checkLease(self[0]));
        final Token token = context.tokens.token(plane.linkId(), plane.instance(), plane.epoch());
        self[0] = new ReceiverEpoch(link, plane, nonce, token, route, context.now, timer);
        return self[0];
    }

    /// A dead epoch, for scatters that outlive it.
    ReceiverEpoch dead(final ReceiverLink link, final PlaneKey plane) {
        return create(link, plane, Nonce.NONE, 0, 0);
    }

    private void promote(final ReceiverLink link) {
        final ReceiverEpoch epoch = link.pending;
        context.tracer.record(Action.PROMOTE, link.linkId, epoch.epoch, 0, -1, 0);
        link.pending = null;
        // The older epoch may have ended by itself: by its lease, by CLOSE, by an error of its
        // plane.
        if (link.current != null) {
            epochs.end(link.current, false);
        }
        takeEffect(link, epoch);
    }

    private static void takeEffect(final ReceiverLink link, final ReceiverEpoch epoch) {
        link.current = epoch;
        if (epoch.instance != link.newestInstance) {
            if (epoch.instance == link.previousInstance) {
                link.alternations++;
            }
            link.previousInstance = link.newestInstance;
            link.newestInstance = epoch.instance;
        }
    }

    void planeOpened(final ReceiverEpoch epoch, final Event.PlaneOpened event) {
        if (epoch.planeAddress != null) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
            return;
        }
        epoch.planeAddress = event.address();
        output.opened(epoch);
    }

    /// Whether a peer may still put into this agent's memory by itself.
    boolean mayBePutInto() {
        for (int index = 0; index < links.size(); index++) {
            if (links.get(index).current != null) {
                return true;
            }
        }
        return epochs.unfencedCount() > 0;
    }

    void inspect(final Inspection inspection) {
        for (int index = 0; index < links.size(); index++) {
            final ReceiverEpoch epoch = links.get(index).current;
            if (epoch == null) {
                continue;
            }
            for (int position = 0; position < epoch.flows.size(); position++) {
                final Flow flow = epoch.flows.get(position);
                if (flow.open) {
                    inspect(inspection, flow);
                }
            }
        }
    }

    private static void inspect(final Inspection inspection, final Flow flow) {
        final Demand demand = flow.demand;
        inspection.flow(
                flow.epoch.plane,
                flow.rid,
                demand.held,
                demand.window,
                demand.turn == null ? 0 : demand.turn.headBytes,
                demand.turn != null && demand.turn.peer.isBlocked);
    }
}
