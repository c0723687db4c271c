package dev.bounce.model.kv;

import dev.bounce.model.kv.Transition.Moved;
import dev.bounce.model.kv.Transition.Refusal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/// The decode side: reserves blocks for generation-only requests, lets the peer write them within a
/// transfer window, and seats a request when its cache is here. Deterministic, without clock,
/// thread or IO; not thread-safe.
///
/// The host calls [#turn] in every iteration of its loop, whether or not anything can be scheduled,
/// and hands in what the transport reported before it.
public final class DecodeWorker {
    private final Holdings holdings;
    private final long timeoutNanos;
    private final LinkedHashMap<Long, Slot> requests = new LinkedHashMap<>();

    private record Slot(GenerationRequest request, CacheLengths lengths, int blocks) {}

    /// @param timeoutNanos from publication to failure, 0 = never
    public DecodeWorker(
            final KvSizing sizing, final TransferWindow window, final long timeoutNanos) {
        holdings = new Holdings(sizing, window);
        this.timeoutNanos = timeoutNanos;
    }

    /// A request comes. Ids of requests that are over may come again.
    ///
    /// @param id at least 0
    /// @param promptTokens at least 1
    /// @param extraTokens to reserve behind the prompt, at least 0
    public WorkerStep add(final long id, final int promptTokens, final int extraTokens) {
        final CacheLengths lengths = CacheLengths.received(promptTokens, extraTokens);
        final int blocks = lengths.blocks(holdings.sizing().tokensPerBlock());
        if (requests.containsKey(id)) {
            return new WorkerStep.Refused(Refusal.ID_TAKEN);
        }
        if (blocks > holdings.sizing().rowBlocks()) {
            return new WorkerStep.Refused(Refusal.TOO_LARGE);
        }
        requests.put(id, new Slot(GenerationRequest.of(), lengths, blocks));
        return new WorkerStep.Done(List.of());
    }

    /// Something happened to a request.
    public WorkerStep report(final long id, final GenerationEvent event, final long nowNanos) {
        final List<KvEffect> out = new ArrayList<>();
        final Refusal refusal = apply(id, event, nowNanos, out);
        return refusal == null ? new WorkerStep.Done(out) : new WorkerStep.Refused(refusal);
    }

    /// Examines every deadline, seats what has arrived, then prepares requests in order of arrival;
    /// the first that finds no room, or a full window, ends that. What the window defers gives
    /// row and blocks back, so that it keeps nothing others need while it waits.
    ///
    /// @return effects for the host, in order
    public List<KvEffect> turn(final long nowNanos) {
        final List<KvEffect> out = new ArrayList<>();
        for (final long id : List.copyOf(requests.keySet())) {
            if (needsCancel(id, nowNanos)) {
                apply(id, GenerationEvent.DEADLINE, nowNanos, out);
            }
        }
        for (final long id : List.copyOf(requests.keySet())) {
            if (isIn(id, GenerationRequest.Phase.ARRIVED) && holdings.hasSeat()) {
                apply(id, GenerationEvent.SEAT, nowNanos, out);
            }
        }
        for (final long id : List.copyOf(requests.keySet())) {
            if (!isIn(id, GenerationRequest.Phase.INIT)) {
                continue;
            }
            final int blocks = requests.get(id).blocks;
            if (!holdings.hasRoom(blocks, false)) {
                break;
            }
            apply(id, GenerationEvent.PREPARE, nowNanos, out);
            if (holdings.window().admits(blocks, nowNanos) == TransferWindow.Admission.BUSY) {
                apply(id, GenerationEvent.DEFER, nowNanos, out);
                break;
            }
            apply(id, GenerationEvent.ADMIT, nowNanos, out);
        }
        return out;
    }

    /// Answers every failed request that is not answered yet.
    ///
    /// @return effects for the host, in order
    public List<KvEffect> errorPass(final long nowNanos) {
        final List<KvEffect> out = new ArrayList<>();
        for (final long id : List.copyOf(requests.keySet())) {
            apply(id, GenerationEvent.ERROR_PASS, nowNanos, out);
        }
        return out;
    }

    /// When a deadline passes that [#turn] has to see, `Long.MAX_VALUE` if none does.
    public long nextDeadlineNanos() {
        return holdings.nextDeadlineNanos(timeoutNanos);
    }

    /// Whether a receive of that request has run out of time, or is given up, and the transport has
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
    public GenerationRequest request(final long id) {
        final Slot slot = requests.get(id);
        return slot == null ? null : slot.request;
    }

    /// Lengths of the cache of a request, `null` if there is none of that id or it is over.
    public CacheLengths lengths(final long id) {
        final Slot slot = requests.get(id);
        return slot == null ? null : slot.lengths;
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
                                        slot.request.evidence().isOpen() ? 1 : 0,
                                        slot.request.isAdmitted())));
        return views;
    }

    /// Blocks of failed requests that are answered and not yet quiet.
    public int quarantinedBlocks() {
        int blocks = 0;
        for (final Slot slot : requests.values()) {
            final boolean failed = slot.request.phase() == GenerationRequest.Phase.ERROR;
            blocks += failed && slot.request.responded() ? slot.blocks : 0;
        }
        return blocks;
    }

    private boolean isIn(final long id, final GenerationRequest.Phase phase) {
        return requests.get(id).request.phase() == phase;
    }

    /// @return why nothing happened, `null` if something did
    private Refusal apply(
            final long id,
            final GenerationEvent event,
            final long nowNanos,
            final List<KvEffect> out) {
        final Slot slot = requests.get(id);
        if (slot == null) {
            return Refusal.UNKNOWN_REQUEST;
        }
        switch (slot.request.next(event)) {
            case Transition.Refused<GenerationRequest> refused -> {
                return refused.reason();
            }
            case Moved<GenerationRequest> moved -> {
                final GenerationRequest next = moved.state();
                for (final RequestEffect effect : moved.effects()) {
                    holdings.perform(effect, id, slot.blocks, next.outcome(), nowNanos, out);
                }
                if (next.isOver()) {
                    requests.remove(id);
                } else {
                    final CacheLengths lengths =
                            event == GenerationEvent.SEAT
                                    ? slot.lengths.committedAll()
                                    : slot.lengths;
                    requests.put(id, new Slot(next, lengths, slot.blocks));
                }
                return null;
            }
        }
    }
}
