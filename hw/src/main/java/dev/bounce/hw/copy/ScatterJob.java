package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.memory.RangeCursor;
import dev.bounce.hw.memory.RangeTable;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.wire.ScatterRuns;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;

/// Scatters one region. A slice is a part of all bytes that are copied, taken run by run and piece
/// by piece; a piece that two slices share is copied in two parts.
final class ScatterJob implements CopyPool.Job {
    private final long copyId;
    private final MemorySegment region;
    private final ScatterRuns runs;
    private final SealKey seal;
    private final RangeTable ranges;
    private final CopyEngine.Ends ends;

    /// Bytes before each run, and in the end of all: one entry more than there are runs.
    private long[] before;

    private boolean sealBroken;

    /// @param region exactly the region of the chunk
    ScatterJob(
            final long copyId,
            final MemorySegment region,
            final ScatterRuns runs,
            final SealKey seal,
            final RangeTable ranges,
            final CopyEngine.Ends ends) {
        this.copyId = copyId;
        this.region = region;
        this.runs = runs;
        this.seal = seal;
        this.ranges = ranges;
        this.ends = ends;
    }

    @Override
    public int begin() {
        if (!Seals.match(region, seal)) {
            sealBroken = true;
            return 0;
        }
        before = new long[runs.size() + 1];
        long bytes = 0;
        for (int run = 0; run < runs.size(); run++) {
            bytes =
                    Math.addExact(
                            bytes, Math.multiplyExact(runs.pieceBytes()[run], runs.count()[run]));
            before[run + 1] = bytes;
        }
        return Slices.count(bytes);
    }

    @Override
    public void run(final int slice) {
        final long end = Slices.end(slice, before[runs.size()]);
        final RangeCursor destinations = new RangeCursor(ranges);
        long at = Slices.start(slice);
        for (int run = runOf(at); at < end; run++) {
            at = copyRun(run, at, Math.min(end, before[run + 1]), destinations);
        }
    }

    /// Copies bytes `[start, end)` of all that is copied, which lie in that run.
    private long copyRun(
            final int run, final long start, final long end, final RangeCursor destinations) {
        final long pieceBytes = runs.pieceBytes()[run];
        long at = start;
        while (at < end) {
            final long piece = (at - before[run]) / pieceBytes;
            final long inPiece = (at - before[run]) % pieceBytes;
            final long bytes = Math.min(pieceBytes - inPiece, end - at);
            final long source =
                    runs.regionOffset()[run] + piece * runs.regionStride()[run] + inPiece;
            final long destination =
                    runs.destination()[run] + piece * runs.destinationStride()[run] + inPiece;
            destinations.write(region, source, destination, bytes);
            at += bytes;
        }
        return at;
    }

    /// The run that holds that byte; runs without bytes hold none.
    private int runOf(final long at) {
        int run = Arrays.binarySearch(before, at);
        if (run < 0) {
            return -run - 2;
        }
        while (before[run + 1] == at) {
            run++;
        }
        return run;
    }

    @Override
    public void end(final Throwable failure) {
        HostCopyEngine.report(failure, "scatter", copyId);
        final CopyOutcome done = sealBroken ? CopyOutcome.SEAL_BROKEN : CopyOutcome.DONE;
        ends.ended(copyId, failure == null ? done : CopyOutcome.FAILED);
    }
}
