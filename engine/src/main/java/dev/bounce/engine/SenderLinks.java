package dev.bounce.engine;

import dev.bounce.model.wire.LinkId;
import java.util.ArrayList;

/// The sender's links, LOADED -> OPENING -> READY -> CLOSING -> LOST -> OPENING (rule 1): which
/// there are, and how the application loads and forgets them. How an epoch opens is in
/// [SenderOpening], how it ends in [SenderEpochs].
final class SenderLinks {
    private final Context context;
    private final KeepAlive keeping;
    private final ArrayList<SenderLink> links = new ArrayList<>();
    private Requests requests;
    private SenderOpening opening;
    private SenderEpochs epochs;

    /// Number that the first epoch of a new link gets: a link that was forgotten and is loaded
    /// again must not reuse an epoch of this life.
    private long firstEpoch = 1;

    SenderLinks(final Context context, final KeepAlive keeping) {
        this.context = context;
        this.keeping = keeping;
    }

    void connect(final Requests requests, final SenderOpening opening, final SenderEpochs epochs) {
        this.requests = requests;
        this.opening = opening;
        this.epochs = epochs;
    }

    long firstEpoch() {
        return firstEpoch;
    }

    void restoreFirstEpoch(final long epoch) {
        firstEpoch = epoch;
    }

    ArrayList<SenderLink> all() {
        return links;
    }

    /// The link to that peer, or `null` if none is loaded.
    SenderLink byPeer(final String peer) {
        for (int index = 0; index < links.size(); index++) {
            final SenderLink link = links.get(index);
            if (!link.forgotten && link.peer.equals(peer)) {
                return link;
            }
        }
        return null;
    }

    SenderLink byId(final long linkId) {
        for (int index = 0; index < links.size(); index++) {
            if (links.get(index).linkId == linkId) {
                return links.get(index);
            }
        }
        return null;
    }

    void load(final Event.Load event) {
        if (context.failed || context.stopping) {
            context.out.add(
                    new Effect.Refused(
                            0, context.failed ? Refusal.AGENT_FAILED : Refusal.SHUT_DOWN));
            return;
        }
        if (event.peer().equals(context.config.name())) {
            context.out.add(new Effect.Refused(0, Refusal.SELF));
            return;
        }
        final long linkId = LinkId.of(context.config.name(), event.peer());
        SenderLink link = byId(linkId);
        if (link == null) {
            if (links.size() >= context.config.link().maxLinks()) {
                context.out.add(new Effect.Refused(0, Refusal.TOO_MANY_LINKS));
                return;
            }
            link =
                    create(
                            event.peer(),
                            linkId,
                            event.instance(),
                            event.route(),
                            context.nextOrdinal());
            link.notReadySinceNanos = context.now;
        } else if (isLoaded(link, event)) {
            context.ignore(IgnoreReason.ALREADY_LOADED);
            return;
        } else {
            link.peerInstance = event.instance();
            link.route = event.route();
            link.forgotten = false;
            link.peerRestarted = false;
            link.openRefused = false;
            link.restLimits = null;
        }
        context.tracer.record(Action.LOAD, linkId, 0, 0, -1, event.instance());
        if (link.current != null) {
            epochs.end(link.current, Outcome.PEER_FORGOTTEN);
        }
        if (link.state == LinkState.LOADED || link.state == LinkState.LOST) {
            opening.open(link);
        }
    }

    private static boolean isLoaded(final SenderLink link, final Event.Load event) {
        return !link.forgotten
                && !link.peerRestarted
                && !link.openRefused
                && link.peerInstance == event.instance()
                && link.route == event.route();
    }

    SenderLink create(
            final String peer,
            final long linkId,
            final long instance,
            final long route,
            final long ordinal) {
        final SenderLink[] self = new SenderLink[1];
        final Timer timer = new Timer(ordinal, () -> keeping.tick(self[0]));
        self[0] = new SenderLink(peer, linkId, instance, route, timer);
        self[0].nextEpoch = firstEpoch;
        links.add(self[0]);
        return self[0];
    }

    void forget(final SenderLink link, final Outcome reason) {
        link.forgotten = true;
        requests.failWaiting(link, reason);
        if (link.current != null) {
            epochs.end(link.current, reason);
        }
        context.deadlines.clear(link.timer);
        removeIfForgotten(link);
    }

    void removeIfForgotten(final SenderLink link) {
        if (link.forgotten && link.current == null && link.closed.isEmpty()) {
            context.deadlines.clear(link.timer);
            firstEpoch = Math.max(firstEpoch, link.nextEpoch);
            links.remove(link);
        }
    }

    void inspect(final Inspection inspection) {
        for (int index = 0; index < links.size(); index++) {
            final SenderLink link = links.get(index);
            for (final Request request : link.waiting) {
                inspect(inspection, request);
            }
            if (link.current != null) {
                inspectAll(inspection, link.current);
            }
            for (int closed = 0; closed < link.closed.size(); closed++) {
                inspectAll(inspection, link.closed.get(closed));
            }
        }
    }

    private static void inspectAll(final Inspection inspection, final SenderEpoch epoch) {
        for (int index = 0; index < epoch.records.size(); index++) {
            inspect(inspection, epoch.records.get(index));
        }
    }

    private static void inspect(final Inspection inspection, final Request request) {
        inspection.request(
                request.transferId,
                request.plane(),
                request.rid,
                request.isClosing(),
                request.resolved);
    }
}
