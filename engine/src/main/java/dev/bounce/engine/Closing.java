package dev.bounce.engine;

import dev.bounce.model.wire.Status;

/// Requests from CLOSING to their end (rules 6 and 7): CANCEL when no write is running or DIRTY,
/// repeated until the receiver is known to be quiet; the caller's answer apart from the record.
final class Closing {
    private final Context context;
    private final SenderOutput output;
    private Requests requests;
    private Staging staging;
    private SenderEpochs epochs;

    Closing(final Context context, final SenderOutput output) {
        this.context = context;
        this.output = output;
    }

    void connect(final Requests requests, final Staging staging, final SenderEpochs epochs) {
        this.requests = requests;
        this.staging = staging;
        this.epochs = epochs;
    }

    /// Puts a record in CLOSING; later reasons do not replace the first.
    void start(final Request request, final Outcome reason) {
        if (request.phase == Request.Phase.WAITING) {
            request.link.waiting.remove(request);
            resolveWaiting(request, reason);
            return;
        }
        if (!request.isOpen()) {
            return;
        }
        context.tracer.record(
                Action.START_CLOSING,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                -1,
                request.landedCount);
        request.phase = Request.Phase.CLOSING;
        request.failure = reason;
        request.closeDueNanos =
                Context.later(context.now, context.config.timeouts().closeTimeoutNanos());
        staging.abandon(request);
        cancelWhenQuiet(request);
        requests.rearm(request);
    }

    /// A request whose WANT never left: nothing can write its destination.
    void resolveWaiting(final Request request, final Outcome outcome) {
        request.phase = Request.Phase.FINISHED;
        request.resolved = true;
        context.deadlines.clear(request.timer);
        context.out.add(new Effect.Resolve(request.transferId, 0, 0, outcome, false, true));
    }

    /// Sends the first CANCEL as soon as rule 6 allows it.
    void cancelWhenQuiet(final Request request) {
        if (!request.isClosing()
                || request.cancelSent
                || request.epoch.ended
                || !request.mayCancel()) {
            return;
        }
        request.cancelSent = true;
        request.cancelIntervalNanos = context.config.link().firstRepeatNanos();
        sendCancel(request);
        requests.rearm(request);
    }

    private void sendCancel(final Request request) {
        output.cancel(request.epoch, request.rid);
        request.cancelDueNanos = Context.later(context.now, request.cancelIntervalNanos);
    }

    void tick(final Request request) {
        if (request.epoch.ended) {
            request.cancelDueNanos = Long.MAX_VALUE;
        } else if (context.now >= request.cancelDueNanos) {
            request.cancelIntervalNanos =
                    request.resolved
                            ? context.config.link().keepAliveNanos()
                            : Math.min(
                                    2 * request.cancelIntervalNanos,
                                    context.config.link().maxRepeatNanos());
            sendCancel(request);
        }
        if (context.now >= request.closeDueNanos) {
            closeTimeout(request);
        }
    }

    /// The caller gets its answer; the record goes on. Never while a gather runs: then at its end.
    private void closeTimeout(final Request request) {
        if (request.gathersRunning > 0) {
            request.closeDueNanos =
                    Context.later(context.now, context.config.timeouts().closeTimeoutNanos());
            return;
        }
        request.closeDueNanos = Long.MAX_VALUE;
        if (!request.resolved) {
            context.tracer.record(
                    Action.CLOSE_TIMEOUT,
                    request.link.linkId,
                    request.epoch.epoch,
                    request.rid,
                    -1,
                    0);
            resolve(request, request.failure, false);
        }
    }

    private void resolve(final Request request, final Outcome outcome, final boolean quiescent) {
        Invariant.check(
                request.gathersRunning == 0,
                "nothing reads the source of a resolved request; gathers running",
                request.gathersRunning);
        request.resolved = true;
        request.closeDueNanos = Long.MAX_VALUE;
        context.out.add(
                new Effect.Resolve(
                        request.transferId,
                        request.epoch.epoch,
                        request.rid,
                        outcome,
                        request.allLanded(),
                        quiescent));
    }

    /// ACK of a whole request.
    void requestAck(final Request request, final Status status) {
        switch (status) {
            case CANCELLED, LANDED -> {
                if (request.isClosing() && request.cancelSent) {
                    cancelled(request, status);
                } else if (request.isOpen() && status == Status.CANCELLED) {
                    refused(request, Status.UNKNOWN_FLOW);
                } else {
                    context.ignore(IgnoreReason.UNMATCHED_ACK);
                }
            }
            case SCATTER_FAILED,
                    REJECTED_MALFORMED,
                    REJECTED_OUT_OF_BOUNDS,
                    REJECTED_NO_CAPACITY,
                    UNKNOWN_FLOW -> {
                if (request.isOpen()) {
                    refused(request, status);
                } else {
                    context.ignore(IgnoreReason.UNEXPECTED_STATE);
                }
            }
            case UNRECOGNIZED -> context.ignore(IgnoreReason.UNKNOWN_STATUS);
        }
    }

    /// Refusals start CLOSING; they never resolve by themselves (rule 8).
    void refused(final Request request, final Status status) {
        final Outcome outcome =
                switch (status) {
                    case SCATTER_FAILED -> Outcome.SCATTER_FAILED;
                    case REJECTED_MALFORMED, REJECTED_OUT_OF_BOUNDS -> Outcome.REJECTED;
                    case REJECTED_NO_CAPACITY -> Outcome.NO_CAPACITY;
                    case UNKNOWN_FLOW, CANCELLED, LANDED, UNRECOGNIZED -> Outcome.UNKNOWN_FLOW;
                };
        start(request, outcome);
    }

    private void cancelled(final Request request, final Status status) {
        context.tracer.record(
                Action.RECV_CANCELLED,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                -1,
                status.wireValue());
        if (status == Status.LANDED) {
            request.landedCount = request.chunkCount();
        }
        quiet(request);
    }

    /// Every chunk has its final status.
    void allSettled(final Request request) {
        if (request.isOpen()) {
            Invariant.check(
                    request.allLanded(), "an open request has only landed chunks", request.rid);
            request.phase = Request.Phase.CLOSING;
            request.failure = Outcome.SUCCESS;
        }
        quiet(request);
    }

    /// Nothing of the request will be scattered any more.
    void quiet(final Request request) {
        request.quiet = true;
        finishIfDone(request);
    }

    /// Finishes the record once nothing of it runs on either side.
    void finishIfDone(final Request request) {
        if (!request.isClosing()
                || !request.quiet
                || request.gathersRunning > 0
                || request.writesRunning > 0) {
            return;
        }
        if (!request.resolved) {
            resolve(request, request.failure, true);
        }
        finish(request);
    }

    /// The agent has failed: the caller gets its answer at once, and cannot reuse anything.
    void resolveFailed(final Request request) {
        request.resolved = true;
        request.closeDueNanos = Long.MAX_VALUE;
        context.out.add(
                new Effect.Resolve(
                        request.transferId,
                        request.epoch.epoch,
                        request.rid,
                        Outcome.AGENT_FAILED,
                        request.allLanded(),
                        false));
    }

    private void finish(final Request request) {
        context.tracer.record(
                Action.FINISH,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                -1,
                request.failure == Outcome.SUCCESS ? 1 : 0);
        request.phase = Request.Phase.FINISHED;
        context.deadlines.clear(request.timer);
        request.epoch.records.remove(request);
        requests.registerWaiting(request.link);
        epochs.recordFinished(request.epoch);
    }
}
