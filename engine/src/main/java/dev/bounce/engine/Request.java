package dev.bounce.engine;

import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Tag;
import java.util.Arrays;

/// The sender's record of one coalesced transfer. It outlives the caller's answer: it is finished
/// only when nothing of it runs here and nothing of it will be scattered there.
final class Request {
    /// Where the record stands. The caller's answer is apart from this.
    enum Phase {
        /// Not registered: its WANT has not left.
        WAITING,
        /// Registered in an epoch.
        OPEN,
        /// No new gather or write; CANCEL or CLOSE is on its way.
        CLOSING,
        /// Over.
        FINISHED
    }

    final long transferId;
    final SenderLink link;
    final TransferPlan plan;
    final Tag tag;
    final Timer timer;
    final long submittedNanos;

    Phase phase = Phase.WAITING;
    SenderEpoch epoch;
    long rid;

    final ChunkState[] chunk;
    final long[] grantId;
    final long[] targetRegion;
    final long[] targetAddress;
    final Region[] staging;
    final Status[] status;
    final long[] dataSentNanos;

    /// No chunk below it is WAITING without a credit.
    int eagerCursor;

    int creditedCount;
    int doneCount;
    int landedCount;
    int gathersRunning;
    int writesRunning;
    int writesDirty;
    int eagerStaged;

    /// Chunks whose DATA is not acknowledged.
    int dataOutstanding;

    long progressNanos;
    long wantDueNanos = Long.MAX_VALUE;
    long wantIntervalNanos;
    long dataDueNanos = Long.MAX_VALUE;
    long dataIntervalNanos;
    long postDueNanos = Long.MAX_VALUE;
    long cancelDueNanos = Long.MAX_VALUE;
    long cancelIntervalNanos;
    long closeDueNanos = Long.MAX_VALUE;

    /// Why it closes, the first reason that came.
    Outcome failure;

    /// The caller has its answer.
    boolean resolved;

    boolean cancelSent;

    /// The receiver will scatter nothing more of it.
    boolean quiet;

    /// In the queue of requests that may stage eagerly.
    boolean queuedForEager;

    /// Per chunk: drop its staging when its gather ends, unless a credit comes first.
    final boolean[] dropWhenGathered;

    Request(
            final long transferId,
            final SenderLink link,
            final TransferPlan plan,
            final Tag tag,
            final long nowNanos,
            final Timer timer) {
        this.transferId = transferId;
        this.link = link;
        this.plan = plan;
        this.tag = tag;
        this.timer = timer;
        this.submittedNanos = nowNanos;
        this.progressNanos = nowNanos;
        final int chunks = plan.chunkCount();
        chunk = new ChunkState[chunks];
        Arrays.fill(chunk, ChunkState.WAITING);
        grantId = new long[chunks];
        targetRegion = new long[chunks];
        targetAddress = new long[chunks];
        staging = new Region[chunks];
        status = new Status[chunks];
        dataSentNanos = new long[chunks];
        dropWhenGathered = new boolean[chunks];
    }

    int chunkCount() {
        return chunk.length;
    }

    boolean hasCredit(final int index) {
        return grantId[index] != 0;
    }

    /// The next chunk to stage without a credit, -1 if there is none.
    int nextUncredited() {
        while (eagerCursor < chunk.length
                && (chunk[eagerCursor] != ChunkState.WAITING || hasCredit(eagerCursor))) {
            eagerCursor++;
        }
        return eagerCursor < chunk.length ? eagerCursor : -1;
    }

    /// The source is not read and no write is running or DIRTY: CANCEL may leave (rule 6).
    boolean mayCancel() {
        return writesRunning == 0 && writesDirty == 0;
    }

    boolean isOpen() {
        return phase == Phase.OPEN;
    }

    boolean isClosing() {
        return phase == Phase.CLOSING;
    }

    boolean allLanded() {
        return landedCount == chunk.length;
    }

    PlaneKey plane() {
        return epoch == null ? null : epoch.plane;
    }
}
