package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Status;
import java.util.List;

/// What receivers answer to the requests of this sender: credits and outcomes (rules 4, 5 and 8).
final class Answers {
    private final Context context;
    private final SenderOutput output;
    private final Requests requests;
    private final Staging staging;
    private final Writes writes;
    private final Closing closing;

    Answers(
            final Context context,
            final SenderOutput output,
            final Requests requests,
            final Staging staging,
            final Writes writes,
            final Closing closing) {
        this.context = context;
        this.output = output;
        this.requests = requests;
        this.staging = staging;
        this.writes = writes;
        this.closing = closing;
    }

    /// GRANT: attaches credits to their chunks.
    void granted(final SenderEpoch epoch, final Header header, final Body.Grant body) {
        final Request request = epoch.record(header.rid());
        if (request == null) {
            grantedUnknown(epoch, header);
            return;
        }
        if (!request.isOpen()) {
            context.ignore(IgnoreReason.UNEXPECTED_STATE);
            return;
        }
        final List<Credit> credits = body.credits();
        for (int index = 0; index < credits.size(); index++) {
            attach(request, credits.get(index));
            if (!request.isOpen()) {
                return;
            }
        }
        // Answered: what is still missing is asked for at the slow pace of a queued request.
        request.wantIntervalNanos = context.config.link().maxRepeatNanos();
        request.wantDueNanos = Context.later(context.now, request.wantIntervalNanos);
        context.stageWanted = true;
        requests.rearm(request);
    }

    /// A GRANT of this epoch for a rid that is finished: the flow is told to close (rule 8). A
    /// record with a running or DIRTY write is never finished while its epoch lives.
    private void grantedUnknown(final SenderEpoch epoch, final Header header) {
        if (epoch.ended || header.rid() >= epoch.nextRid || header.rid() <= 0) {
            context.ignore(IgnoreReason.UNKNOWN_REQUEST);
            return;
        }
        output.cancel(epoch, header.rid());
    }

    private void attach(final Request request, final Credit credit) {
        final int chunk = credit.chunk();
        if (chunk < 0
                || chunk >= request.chunkCount()
                || credit.grantId() == 0
                || credit.length() < request.plan.regionBytes(chunk)) {
            context.ignore(IgnoreReason.BAD_CREDIT);
            return;
        }
        if (request.hasCredit(chunk)) {
            context.ignore(IgnoreReason.DUPLICATE_CREDIT);
            return;
        }
        context.tracer.record(
                Action.RECV_GRANT,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                chunk,
                credit.grantId());
        request.grantId[chunk] = credit.grantId();
        request.targetRegion[chunk] = credit.region();
        request.targetAddress[chunk] = credit.address();
        request.creditedCount++;
        request.progressNanos = context.now;
        if (request.chunk[chunk] == ChunkState.WAITING) {
            staging.awaitStaging(request, chunk);
        } else {
            staging.promote(request, chunk);
            if (request.chunk[chunk] == ChunkState.GATHERED) {
                writes.post(request, chunk);
            }
        }
    }

    /// ACK of chunks.
    void acknowledged(final SenderEpoch epoch, final Header header, final Body.ChunkAcks body) {
        final Request request = epoch.record(header.rid());
        if (request == null) {
            context.ignore(IgnoreReason.UNKNOWN_REQUEST);
            return;
        }
        final List<ChunkAck> acks = body.acks();
        for (int index = 0; index < acks.size(); index++) {
            if (request.phase == Request.Phase.FINISHED) {
                return;
            }
            acknowledge(request, acks.get(index));
        }
        if (request.phase != Request.Phase.FINISHED) {
            requests.rearm(request);
        }
    }

    private void acknowledge(final Request request, final ChunkAck ack) {
        final int chunk = ack.chunk();
        if (ack.status() == Status.UNRECOGNIZED) {
            context.ignore(IgnoreReason.UNKNOWN_STATUS);
            return;
        }
        if (chunk < 0
                || chunk >= request.chunkCount()
                || request.grantId[chunk] != ack.grantId()
                || request.chunk[chunk] == ChunkState.DONE) {
            context.ignore(IgnoreReason.UNMATCHED_ACK);
            return;
        }
        if (!ack.status().isFinalForChunk()) {
            closing.refused(request, ack.status());
            return;
        }
        if (request.chunk[chunk] != ChunkState.LANDED) {
            context.ignore(IgnoreReason.UNMATCHED_ACK);
            return;
        }
        context.tracer.record(
                Action.RECV_ACK,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                chunk,
                ack.status().wireValue());
        settle(request, chunk, ack.status());
        if (ack.status() != Status.LANDED) {
            closing.refused(request, ack.status());
        }
        if (request.doneCount == request.chunkCount()) {
            closing.allSettled(request);
        }
    }

    private void settle(final Request request, final int chunk, final Status status) {
        request.chunk[chunk] = ChunkState.DONE;
        request.status[chunk] = status;
        request.doneCount++;
        if (status == Status.LANDED) {
            request.landedCount++;
        }
        request.dataOutstanding--;
        request.progressNanos = context.now;
        request.dataIntervalNanos = requests.firstInterval(request.epoch);
        request.dataDueNanos =
                request.dataOutstanding == 0
                        ? Long.MAX_VALUE
                        : Context.later(context.now, request.dataIntervalNanos);
    }
}
