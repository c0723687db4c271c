package dev.bounce.model.wire;

/// DATA. The fields of the runs stand in columns, one after the other, so that each is copied in
/// one piece; a run takes 44 bytes.
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u32 | chunk, below 2^31 |
/// | 4 | u32 | runCount `n` |
/// | 8 | u64 | grantId |
/// | 16 | u64 | region |
/// | 24 | u64 x `n` | regionOffset |
/// | 24 + 8 `n` | u64 x `n` | destination |
/// | 24 + 16 `n` | u64 x `n` | destinationStride |
/// | 24 + 24 `n` | u64 x `n` | regionStride |
/// | 24 + 32 `n` | u64 x `n` | pieceBytes |
/// | 24 + 40 `n` | u32 x `n` | count |
/// | 24 + 44 `n` | u32 | padding, 0, if `n` is odd; may be missing |
///
/// A count of 2^31 or more is read as a negative `int`, which rule 12 refuses like any other count
/// below 1.
final class DataCodec {
    private static final int CHUNK = 0;
    private static final int RUN_COUNT = 4;
    private static final int GRANT_ID = 8;
    private static final int REGION = 16;
    private static final int RUNS = 24;
    private static final int RUN_BYTES = 44;

    private DataCodec() {}

    static long bytes(final Body.Data data) {
        return RUNS + ((long) RUN_BYTES * data.runs().size() + 7 & -8);
    }

    static void write(final Body.Data data, final BodyWriter out) {
        final ScatterRuns runs = data.runs();
        out.u31(CHUNK, "chunk", data.chunk());
        out.u31(RUN_COUNT, "runs", runs.size());
        out.u64(GRANT_ID, data.grantId());
        out.u64(REGION, data.region());
        out.longs(column(0, runs.size()), runs.regionOffset());
        out.longs(column(1, runs.size()), runs.destination());
        out.longs(column(2, runs.size()), runs.destinationStride());
        out.longs(column(3, runs.size()), runs.regionStride());
        out.longs(column(4, runs.size()), runs.pieceBytes());
        out.ints(column(5, runs.size()), runs.count());
    }

    static Body read(final BodyReader in) {
        if (!in.holds(RUNS)) {
            return null;
        }
        final long runCount = in.u32(RUN_COUNT);
        if (!in.holdsEntries(RUN_COUNT, runCount, RUNS, RUN_BYTES)) {
            return null;
        }
        return new Body.Data(
                in.index(CHUNK), in.u64(GRANT_ID), in.u64(REGION), readRuns((int) runCount, in));
    }

    private static ScatterRuns readRuns(final int runCount, final BodyReader in) {
        if (runCount == 0) {
            return ScatterRuns.EMPTY;
        }
        return new ScatterRuns(
                in.longs(column(0, runCount), runCount),
                in.longs(column(1, runCount), runCount),
                in.longs(column(2, runCount), runCount),
                in.longs(column(3, runCount), runCount),
                in.longs(column(4, runCount), runCount),
                in.ints(column(5, runCount), runCount));
    }

    private static int column(final int index, final int runCount) {
        return RUNS + 8 * index * runCount;
    }
}
