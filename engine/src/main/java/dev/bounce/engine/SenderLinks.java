package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.LinkId;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.OpenRefusal;
import java.util.ArrayList;

/// The sender's links: LOADED -> OPENING -> READY -> CLOSING -> LOST -> OPENING (rules 1 and 2).
/// How an epoch ends is in [SenderEpochs].
final class SenderLinks {
    private final Context context;
    private final SenderOutput output;
    private final ArrayList<SenderLink> links = new ArrayList<>();
    private Requests requests;
    private SenderEpochs epochs;

    /// Number that the first epoch of a new link gets: a link that was forgotten and is loaded
    /// again must not reuse an epoch of this life.
    private long firstEpoch = 1;

    SenderLinks(final Context context, final SenderOutput output) {
        this.context = context;
        this.output = output;
    }

    void connect(final Requests requests, final SenderEpochs epochs) {
        this.requests = requests;
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
            open(link);
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
        final Timer timer = new Timer(ordinal, () -> tick(self[0]));
        self[0] = new SenderLink(peer, linkId, instance, route, timer);
        self[0].nextEpoch = firstEpoch;
        links.add(self[0]);
        return self[0];
    }

    /// OPENING with the next epoch. While the list of closed ones is full the link waits, LOST,
    /// until one of them is answered.
    void open(final SenderLink link) {
        if (isFinal(link)) {
            context.deadlines.clear(link.timer);
            return;
        }
        if (!link.hasRoom()) {
            link.state = LinkState.LOST;
            link.openDueNanos = context.now;
            context.deadlines.clear(link.timer);
            return;
        }
        final long number = link.nextEpoch++;
        final long instance = context.config.instance();
        final Nonce nonce = context.tokens.nonce(link.linkId, instance, number);
        link.current = epochs.create(link, number, nonce, link.peerInstance, context.nextOrdinal());
        link.state = LinkState.OPENING;
        link.openIntervalNanos = context.config.link().firstRepeatNanos();
        link.openDueNanos = Context.later(context.now, link.openIntervalNanos);
        output.open(link.current);
        rearm(link);
    }

    /// A closed epoch has left the list: a link that waited for that opens at once.
    void madeRoom(final SenderLink link) {
        if (link.state == LinkState.LOST && context.now >= link.openDueNanos) {
            open(link);
        }
    }

    /// What an epoch that is OPENING or READY has to do and when.
    private void tick(final SenderLink link) {
        final SenderEpoch epoch = link.current;
        if (epoch == null) {
            if (link.state == LinkState.LOST) {
                open(link);
            }
            return;
        }
        if (!epoch.isOpened()) {
            if (context.now >= link.openDueNanos) {
                link.openIntervalNanos =
                        Math.min(
                                2 * link.openIntervalNanos, context.config.link().maxRepeatNanos());
                link.openDueNanos = Context.later(context.now, link.openIntervalNanos);
                output.open(epoch);
            }
        } else if (context.now >= epoch.leaseEndNanos()) {
            epochs.end(epoch, Outcome.LINK_LOST);
            return;
        } else if (context.now >= idleDueNanos(epoch)) {
            epochs.endIdle(epoch);
            return;
        } else if (context.now >= keepAliveDueNanos(epoch)) {
            output.keepAlive(epoch);
        }
        rearm(link);
    }

    void rearm(final SenderLink link) {
        final SenderEpoch epoch = link.current;
        if (epoch == null) {
            context.deadlines.set(
                    link.timer, link.state == LinkState.LOST ? link.openDueNanos : Long.MAX_VALUE);
        } else if (!epoch.isOpened()) {
            context.deadlines.set(link.timer, link.openDueNanos);
        } else {
            final long beat = Math.min(keepAliveDueNanos(epoch), epoch.leaseEndNanos());
            context.deadlines.set(link.timer, Math.min(beat, idleDueNanos(epoch)));
        }
    }

    /// An epoch has become idle.
    void armIdle(final SenderEpoch epoch) {
        final long due = idleDueNanos(epoch);
        if (due < epoch.link.timer.dueNanos) {
            context.deadlines.set(epoch.link.timer, due);
        }
    }

    /// When an epoch is closed because nothing was asked of it. Where direct puts are one-sided
    /// never: the open epoch is what tells the receiver that somebody may put into its memory
    /// (rule 17).
    private long idleDueNanos(final SenderEpoch epoch) {
        return epoch.isIdle() && !context.config.oneSidedDirect()
                ? Context.later(epoch.idleSinceNanos, context.config.link().idleTimeoutNanos())
                : Long.MAX_VALUE;
    }

    private long keepAliveDueNanos(final SenderEpoch epoch) {
        final long interval = context.config.link().keepAliveNanos();
        final long unheard =
                Context.later(Math.max(epoch.lastHeardNanos, epoch.lastKeepAliveNanos), interval);
        return Math.min(unheard, Context.later(epoch.lastSentNanos, interval));
    }

    /// OPENED: the epoch is open at the receiver; the plane is made next.
    void opened(final SenderLink link, final Header header, final Body.Opened body) {
        final SenderEpoch epoch = link.current;
        if (epoch == null || epoch.isOpened() || epoch.epoch != header.epoch()) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
            return;
        }
        if (!epoch.nonce.equals(body.nonce())) {
            context.ignore(IgnoreReason.WRONG_NONCE);
            return;
        }
        if (header.receiverInstance() != epoch.peerInstance
                || body.limits().leaseNanos() <= 0
                || body.limits().maxFlows() <= 0) {
            context.ignore(IgnoreReason.INCONSISTENT);
            return;
        }
        context.tracer.record(Action.RECV_OPENED, link.linkId, epoch.epoch, 0, -1, 0);
        epoch.token = body.token();
        epoch.limits = body.limits();
        epoch.arena = body.arena();
        epoch.echo(header.beatEcho(), context.now);
        epoch.planeRequested = true;
        context.out.add(new Effect.OpenPlane(epoch.plane, link.peer, body.arena()));
        rearm(link);
    }

    void planeOpened(final SenderEpoch epoch) {
        if (epoch.ended || epoch.planeOpen) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
            return;
        }
        epoch.planeOpen = true;
        final SenderLink link = epoch.link;
        context.tracer.record(Action.LINK_READY, link.linkId, epoch.epoch, 0, -1, 0);
        link.state = LinkState.READY;
        link.backOffNanos = 0;
        epoch.idleSinceNanos = context.now;
        requests.registerWaiting(link);
        armIdle(epoch);
    }

    /// STALE_EPOCH to an OPEN: a live sender takes highest + 1 (rule 1).
    void staleOpen(final SenderLink link, final Header header, final Body.StaleEpoch body) {
        final SenderEpoch epoch = link.current;
        if (epoch == null || epoch.isOpened() || epoch.epoch != header.epoch()) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
        } else if (!epoch.nonce.equals(body.nonce())) {
            context.ignore(IgnoreReason.WRONG_NONCE);
        } else if (body.highest() < epoch.epoch || body.highest() == Long.MAX_VALUE) {
            context.ignore(IgnoreReason.INCONSISTENT);
        } else {
            context.tracer.record(
                    Action.RECV_STALE_EPOCH, link.linkId, epoch.epoch, 0, -1, body.highest());
            link.current = null;
            link.nextEpoch = Math.max(link.nextEpoch, body.highest() + 1);
            open(link);
        }
    }

    void openRefused(final SenderLink link, final Header header, final Body.OpenRefused body) {
        final SenderEpoch epoch = link.current;
        if (epoch == null || epoch.isOpened() || epoch.epoch != header.epoch()) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
        } else if (!epoch.nonce.equals(body.nonce())) {
            context.ignore(IgnoreReason.WRONG_NONCE);
        } else {
            context.tracer.record(
                    Action.RECV_OPEN_REFUSED,
                    link.linkId,
                    epoch.epoch,
                    0,
                    -1,
                    body.reason().wireValue());
            link.current = null;
            link.openRefused = body.reason() != OpenRefusal.LINKS;
            link.restLimits = null;
            lose(link);
            if (link.openRefused) {
                requests.failWaiting(link, Outcome.OPEN_REFUSED);
            }
        }
    }

    /// CLOSE has left: the link rests if it was idle, else it opens again.
    void closed(final SenderLink link) {
        if (link.restLimits == null || isFinal(link)) {
            lose(link);
        } else {
            link.state = LinkState.LOADED;
        }
    }

    /// A request is there: a link that rests opens.
    void wake(final SenderLink link) {
        if (link.isAtRest()) {
            open(link);
        }
    }

    /// LOST: waits before it opens a larger epoch, longer each time until one was READY.
    void lose(final SenderLink link) {
        link.state = LinkState.LOST;
        final long first = context.config.link().firstRepeatNanos();
        link.backOffNanos =
                link.backOffNanos == 0
                        ? first
                        : Math.min(2 * link.backOffNanos, context.config.link().maxRepeatNanos());
        link.openDueNanos = Context.later(context.now, link.backOffNanos);
        if (isFinal(link)) {
            context.deadlines.clear(link.timer);
            removeIfForgotten(link);
        } else {
            rearm(link);
        }
    }

    /// Whether the link stays closed until the application loads another description.
    private boolean isFinal(final SenderLink link) {
        return link.forgotten
                || link.peerRestarted
                || link.openRefused
                || context.stopping
                || context.failed;
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
