package dev.bounce.model.kv;

import dev.bounce.model.kv.Transition.Moved;
import dev.bounce.model.kv.Transition.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The prefill side: admits context-only requests in order of arrival, and sees each through to the
/// end of its transfer. Deterministic, without clock, thread or IO; not thread-safe.
///
/// The host calls [#turn] in every iteration of its loop, whether or not anything can be scheduled,
/// and hands in what the transport reported before it.
public final class PrefillWorker {
    private final Holdings holdings;
    private final long timeoutNanos;
    private final LinkedHashMap<Long, Slot> requests = new LinkedHashMap<>();

    private record Slot(ContextRequest request, int blocks) {}

    /// @param timeoutNanos from the send to the first request to cancel it, 0 = never
    public PrefillWorker(final KvSizing sizing, final long timeoutNanos) {
        holdings = new Holdings(sizing, new TransferWindow(0, 0));
        this.timeoutNanos = timeoutNanos;
    }

    /// A request comes. Ids of requests that are over may come again.
    ///
    /// @param id at least 0
    /// @param promptTokens at least 1
    /// @param waitsForPeer it may not start before [ContextEvent#PEER_KNOWN]
    /// @param hasConnector a second owner holds its blocks until [ContextEvent#CONNECTOR_DONE]
    public WorkerStep add(
            final long id,
            final int promptTokens,
            final boolean waitsForPeer,
            final boolean hasConnector) {
        final int blocks = holdings.sizing().blocksOf(promptTokens);
        if (requests.containsKey(id)) {
            return new WorkerStep.Refused(Refusal.ID_TAKEN);
        }
        if (blocks > holdings.sizing().rowBlocks()) {
            return new WorkerStep.Refused(Refusal.TOO_LARGE);
        }
        requests.put(id, new Slot(ContextRequest.of(waitsForPeer, hasConnector), blocks));
        return new WorkerStep.Done(List.of());
    }

    /// Something happened to a request.
    public WorkerStep report(final long id, final ContextEvent event, final long nowNanos) {
        final List<KvEffect> out = new ArrayList<>();
        final Refusal refusal = apply(id, event, nowNanos, out);
        return refusal == null ? new WorkerStep.Done(out) : new WorkerStep.Refused(refusal);
    }

    /// Examines every deadline, then starts requests in order of arrival; the first that finds no
    /// room ends that.
    ///
    /// @return effects for the host, in order
    public List<KvEffect> turn(final long nowNanos) {
        final List<KvEffect> out = new ArrayList<>();
        for (final long id : List.copyOf(requests.keySet())) {
            if (needsCancel(id, nowNanos)) {
                apply(id, ContextEvent.DEADLINE, nowNanos, out);
            }
        }
        for (final long id : List.copyOf(requests.keySet())) {
            final Slot slot = requests.get(id);
            if (slot.request.phase() != ContextRequest.Phase.READY) {
                continue;
            }
            if (!holdings.hasRoom(slot.blocks, true)) {
                break;
            }
            apply(id, ContextEvent.START, nowNanos, out);
        }
        return out;
    }

    /// Answers every failed request that is not answered yet.
    ///
    /// @return effects for the host, in order
    public List<KvEffect> errorPass(final long nowNanos) {
        final List<KvEffect> out = new ArrayList<>();
        for (final long id : List.copyOf(requests.keySet())) {
            apply(id, ContextEvent.ERROR_PASS, nowNanos, out);
        }
        return out;
    }

    /// When a deadline passes that [#turn] has to see, `Long.MAX_VALUE` if none does.
    public long nextDeadlineNanos() {
        return holdings.nextDeadlineNanos(timeoutNanos);
    }

    /// Whether a send of that request has run out of time, or is given up, and the transport has
    /// not been asked to end it. After a turn there is none.
    public boolean needsCancel(final long id, final long nowNanos) {
        final Slot slot = requests.get(id);
        return slot != null
                && slot.request.evidence().isOpen()
                && !slot.request.cancelAsked()
                && (slot.request.outcome() != Outcome.OPEN
                        || holdings.isExpired(id, nowNanos, timeoutNanos));
    }

    /// A request, `null` if there is none of that id or it is over.
    public ContextRequest request(final long id) {
        final Slot slot = requests.get(id);
        return slot == null ? null : slot.request;
    }

    /// Ids in order of arrival.
    public List<Long> ids() {
        return List.copyOf(requests.keySet());
    }

    /// What the requests hold.
    public Holdings holdings() {
        return holdings;
    }

    /// What of the requests concerns the pools, in order of arrival.
    public List<RequestView> views() {
        final List<RequestView> views = new ArrayList<>();
        requests.forEach(
                (id, slot) ->
                        views.add(
                                new RequestView(
                                        id,
                                        slot.request.evidence(),
                                        slot.request.owners(),
                                        slot.request.phase() == ContextRequest.Phase.PREFILLING)));
        return views;
    }

    /// Blocks of failed requests that are answered and not yet quiet.
    public int quarantinedBlocks() {
        int blocks = 0;
        for (final Slot slot : requests.values()) {
            final boolean failed = slot.request.phase() == ContextRequest.Phase.ERROR;
            blocks += failed && slot.request.responded() ? slot.blocks : 0;
        }
        return blocks;
    }

    /// @return why nothing happened, `null` if something did
    private Refusal apply(
            final long id,
            final ContextEvent event,
            final long nowNanos,
            final List<KvEffect> out) {
        final Slot slot = requests.get(id);
        if (slot == null) {
            return Refusal.UNKNOWN_REQUEST;
        }
        switch (slot.request.next(event)) {
            case Transition.Refused<ContextRequest> refused -> {
                return refused.reason();
            }
            case Moved<ContextRequest> moved -> {
                final ContextRequest next = moved.state();
                for (final RequestEffect effect : moved.effects()) {
                    holdings.perform(effect, id, slot.blocks, next.outcome(), nowNanos, out);
                }
                if (next.isOver()) {
                    requests.remove(id);
                } else {
                    requests.put(id, new Slot(next, slot.blocks));
                }
                return null;
            }
        }
    }
}
