package dev.bounce.engine;

import dev.bounce.model.plan.Transfer;
import java.util.ArrayList;
import java.util.function.Predicate;

/// What concerns the whole agent: submit and cancel by the application, memory that is given back,
/// failure of the device (rule 17) and shutdown.
final class Lifecycle {
    private final Context context;
    private final SenderLinks senderLinks;
    private final SenderOpening opening;
    private final SenderEpochs senderEpochs;
    private final ReceiverLinks receiverLinks;
    private final ReceiverEpochs receiverEpochs;
    private final Requests requests;
    private final Closing closing;
    private final Writes writes;
    private final DirectTransfers direct;
    private final Copies copies;
    private final Timer stopTimer;
    private boolean stopped;
    private boolean stopOverdue;

    Lifecycle(
            final Context context,
            final SenderLinks senderLinks,
            final SenderOpening opening,
            final SenderEpochs senderEpochs,
            final ReceiverLinks receiverLinks,
            final ReceiverEpochs receiverEpochs,
            final Requests requests,
            final Closing closing,
            final Writes writes,
            final DirectTransfers direct,
            final Copies copies) {
        this.context = context;
        this.senderLinks = senderLinks;
        this.opening = opening;
        this.senderEpochs = senderEpochs;
        this.receiverLinks = receiverLinks;
        this.receiverEpochs = receiverEpochs;
        this.requests = requests;
        this.closing = closing;
        this.writes = writes;
        this.direct = direct;
        this.copies = copies;
        this.stopTimer = new Timer(context.nextOrdinal(), () -> stopOverdue = true);
    }

    Timer stopTimer() {
        return stopTimer;
    }

    boolean isStopped() {
        return stopped;
    }

    boolean isStopOverdue() {
        return stopOverdue;
    }

    void restore(final boolean wasStopped, final boolean wasStopOverdue) {
        stopped = wasStopped;
        stopOverdue = wasStopOverdue;
    }

    void submit(final Event.Submit event) {
        final SenderLink link = senderLinks.byPeer(event.peer());
        final Refusal refusal = refusal(link);
        if (refusal != null) {
            context.out.add(new Effect.Refused(event.transferId(), refusal));
            return;
        }
        switch (event.transfer()) {
            case Transfer.Coalesced coalesced -> {
                requests.submit(link, event.transferId(), coalesced.plan(), event.tag());
                opening.wake(link);
            }
            case Transfer.Direct transfer -> direct.submit(link, event.transferId(), transfer);
        }
    }

    private Refusal refusal(final SenderLink link) {
        if (context.failed) {
            return Refusal.AGENT_FAILED;
        }
        if (context.stopping) {
            return Refusal.SHUT_DOWN;
        }
        if (link == null) {
            return Refusal.UNKNOWN_PEER;
        }
        if (link.peerRestarted) {
            return Refusal.PEER_RESTARTED;
        }
        if (link.openRefused) {
            return Refusal.OPEN_REFUSED;
        }
        return link.pendingCount() >= context.config.link().maxPending() ? Refusal.BUSY : null;
    }

    void cancel(final Event.Cancel event) {
        final DirectTransfers.Direct running = direct.find(event.transferId());
        if (running != null) {
            direct.cancel(running, Outcome.CANCELLED);
            return;
        }
        final ArrayList<Request> found =
                select(request -> request.transferId == event.transferId());
        if (found.isEmpty() || found.get(0).resolved || found.get(0).isClosing()) {
            context.ignore(IgnoreReason.ALREADY_RESOLVED);
        } else {
            closing.start(found.get(0), Outcome.CANCELLED);
        }
    }

    /// The requests, waiting, open or closing, for which `wanted` answers true.
    ArrayList<Request> select(final Predicate<Request> wanted) {
        final ArrayList<Request> selected = new ArrayList<>();
        for (final SenderLink link : senderLinks.all()) {
            if (link.current != null) {
                link.current.records.stream().filter(wanted).forEach(selected::add);
            }
            for (final SenderEpoch epoch : link.closed) {
                epoch.records.stream().filter(wanted).forEach(selected::add);
            }
            link.waiting.stream().filter(wanted).forEach(selected::add);
        }
        return selected;
    }

    void forget(final Event.Forget event) {
        context.tracer.record(Action.FORGET, 0, 0, 0, -1, 0);
        final SenderLink outgoing = senderLinks.byPeer(event.peer());
        if (outgoing != null) {
            senderLinks.forget(outgoing, Outcome.PEER_FORGOTTEN);
        }
        endIncoming(receiverLinks.byPeer(event.peer()));
    }

    private void endIncoming(final ReceiverLink link) {
        if (link == null) {
            return;
        }
        if (link.pending != null) {
            receiverEpochs.dropPending(link);
        }
        if (link.current != null) {
            receiverEpochs.end(link.current, false);
        }
    }

    /// Requests that would still read a range that is given back fail; nothing of them leaves anew.
    void sourceLeft(final long base, final long length) {
        for (final Request request :
                select(request -> !request.isClosing() && request.plan.readsFrom(base, length))) {
            closing.start(request, Outcome.SOURCE_DEREGISTERED);
        }
    }

    /// Rule 17: all handles resolve, CLOSE(dirty) goes out, the arena is not used again.
    void fail() {
        if (context.failed) {
            return;
        }
        context.tracer.record(Action.FAIL_AGENT, 0, 0, 0, -1, 0);
        context.failed = true;
        for (final SenderLink link : new ArrayList<>(senderLinks.all())) {
            requests.failWaiting(link, Outcome.AGENT_FAILED);
            final SenderEpoch current = link.current;
            if (current != null) {
                // Nothing that this agent has posted may be believed: its CLOSE is dirty.
                current.writesDirty++;
                senderEpochs.end(current, Outcome.AGENT_FAILED);
            }
            for (final SenderEpoch epoch : new ArrayList<>(link.closed)) {
                writes.distrust(epoch);
            }
            context.deadlines.clear(link.timer);
        }
        for (final Request request : select(request -> !request.resolved)) {
            closing.resolveFailed(request);
        }
        for (final DirectTransfers.Direct running : new ArrayList<>(direct.running())) {
            direct.give(running, Outcome.AGENT_FAILED);
        }
        for (final ReceiverLink link : receiverLinks.all()) {
            endIncoming(link);
        }
    }

    void shutdown() {
        if (context.stopping) {
            context.ignore(IgnoreReason.STOPPED);
            return;
        }
        context.tracer.record(Action.SHUT_DOWN, 0, 0, 0, -1, 0);
        context.stopping = true;
        for (final SenderLink link : new ArrayList<>(senderLinks.all())) {
            requests.failWaiting(link, Outcome.SHUT_DOWN);
            if (link.current != null) {
                senderEpochs.end(link.current, Outcome.SHUT_DOWN);
            }
            context.deadlines.clear(link.timer);
        }
        for (final DirectTransfers.Direct running : new ArrayList<>(direct.running())) {
            if (!running.resolved && running.failure == null) {
                direct.cancel(running, Outcome.SHUT_DOWN);
            }
        }
        for (final ReceiverLink link : receiverLinks.all()) {
            endIncoming(link);
        }
        context.deadlines.set(
                stopTimer,
                Context.later(context.now, context.config.timeouts().closeTimeoutNanos()));
    }

    /// Reports once that nothing runs any more; closed epochs are awaited for the close time-out.
    void reportStopped() {
        if (!context.stopping || stopped || !context.failed && !isQuiet()) {
            return;
        }
        stopped = true;
        context.deadlines.clear(stopTimer);
        context.out.add(new Effect.Stopped());
    }

    private boolean isQuiet() {
        if (!copies.isIdle() || !writes.isIdle() || !direct.running().isEmpty()) {
            return false;
        }
        if (!select(request -> !request.resolved).isEmpty()) {
            return false;
        }
        if (stopOverdue) {
            return true;
        }
        for (final SenderLink link : senderLinks.all()) {
            if (!link.closed.isEmpty()) {
                return false;
            }
        }
        return receiverEpochs.unfencedCount() == 0;
    }
}
