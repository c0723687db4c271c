package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.OpenRefusal;

/// How the sender opens the epochs of a link (rule 1): OPEN and what answers it, READY, and LOST
/// with its back-off until the next one. What the link does meanwhile is in [KeepAlive].
final class SenderOpening {
    private final Context context;
    private final SenderOutput output;
    private final SenderLinks links;
    private final KeepAlive keeping;
    private Requests requests;
    private SenderEpochs epochs;

    SenderOpening(
            final Context context,
            final SenderOutput output,
            final SenderLinks links,
            final KeepAlive keeping) {
        this.context = context;
        this.output = output;
        this.links = links;
        this.keeping = keeping;
    }

    void connect(final Requests requests, final SenderEpochs epochs) {
        this.requests = requests;
        this.epochs = epochs;
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
        keeping.rearm(link);
    }

    /// A closed epoch has left the list: a link that waited for that opens at once.
    void madeRoom(final SenderLink link) {
        if (link.state == LinkState.LOST && context.now >= link.openDueNanos) {
            open(link);
        }
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
        keeping.rearm(link);
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
        keeping.armIdle(epoch);
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
            links.removeIfForgotten(link);
        } else {
            keeping.rearm(link);
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
}
