package dev.bounce.hw.selftest;

import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaKernels;
import dev.bounce.hw.cuda.CudaStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// How fast the kernels of a GPU are beside one copy of the device, and how soon their end is seen.
/// Rates count what is read and what is written.
final class CopyRates implements AutoCloseable {
    private static final int[] BLOCKS = {8, 16, 24, 48, 132, 528};
    private static final int PIECE_BYTES = 4_096;
    private static final int PIECES = 65_536;
    private static final long MOVED_BYTES = (long) PIECES * PIECE_BYTES;
    private static final long POOL_BYTES = 4 * MOVED_BYTES;
    private static final int REPEATS = 20;
    private static final int LOOKS = 2_000;
    private static final double MILLION = 1e6;
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// What kernels of so many blocks reach.
    ///
    /// @param blocks of a launch
    /// @param gatherGbps 10^9 bytes a second
    /// @param scatterGbps the same
    record Rate(int blocks, double gatherGbps, double scatterGbps) {}

    /// How soon an end is seen, and what a look costs.
    ///
    /// @param wordMedianMicros from the launch of a copy of one piece to its completion word
    /// @param wordP99Micros the same
    /// @param eventMedianMicros to an event behind the same launch, recorded and queried
    /// @param eventP99Micros the same
    /// @param wordLookNanos one look at the word
    /// @param eventLookNanos one query of an event
    record Latency(
            double wordMedianMicros,
            double wordP99Micros,
            double eventMedianMicros,
            double eventP99Micros,
            double wordLookNanos,
            double eventLookNanos) {}

    /// All figures of one run.
    ///
    /// @param copyGbps of one copy of the device of as many bytes as a launch moves
    /// @param largeCopyGbps of one copy of the whole pool
    record Figures(double copyGbps, double largeCopyGbps, List<Rate> rates, Latency latency) {}

    private static final int GATHER_WORDS = CopySlot.GATHER_ENTRY_BYTES / Long.BYTES;
    private static final int SCATTER_WORDS = CopySlot.SCATTER_ENTRY_BYTES / Long.BYTES;

    private final CudaContext context;
    private final CudaKernels kernels;
    private final long sources;
    private final long targets;
    private final int[] order = new int[PIECES];

    private CopyRates(final int device) {
        context = CudaContext.open(device);
        kernels = new CudaKernels(context);
        sources = context.allocate(POOL_BYTES);
        targets = context.allocate(POOL_BYTES);
        context.fill(sources, (byte) 1, POOL_BYTES);
        context.fill(targets, (byte) 2, POOL_BYTES);
        final int places = (int) (POOL_BYTES / PIECE_BYTES);
        final SplittableRandom random = new SplittableRandom(1);
        final int[] all = new int[places];
        for (int place = 0; place < places; place++) {
            final int other = random.nextInt(place + 1);
            all[place] = all[other];
            all[other] = place;
        }
        System.arraycopy(all, 0, order, 0, PIECES);
    }

    /// Measures, which takes a few seconds.
    static Figures measure(final int device) {
        try (CopyRates rates = new CopyRates(device)) {
            final List<Rate> all = new ArrayList<>();
            for (final int blocks : BLOCKS) {
                all.add(rates.rate(blocks));
            }
            return new Figures(
                    rates.copyGbps(MOVED_BYTES), rates.copyGbps(POOL_BYTES), all, rates.latency());
        }
    }

    private double copyGbps(final long bytes) {
        try (CudaStream stream = new CudaStream(context, 0)) {
            return gbps(stream, bytes, () -> stream.copy(sources, targets, bytes));
        }
    }

    private Rate rate(final int blocks) {
        final double gather;
        final double scatter;
        try (CopySlot slot = CopySlot.ofGather(kernels, PIECES, 0, blocks)) {
            final long[] entries = new long[PIECES * GATHER_WORDS];
            for (int piece = 0; piece < PIECES; piece++) {
                gatherEntry(entries, piece, sources + (long) order[piece] * PIECE_BYTES);
            }
            slot.write(entries, entries.length);
            gather = gbps(slot.stream(), MOVED_BYTES, () -> launch(slot, PIECES));
        }
        try (CopySlot slot = CopySlot.ofScatter(kernels, PIECES, 0, blocks)) {
            final long[] entries = new long[PIECES * SCATTER_WORDS];
            for (int piece = 0; piece < PIECES; piece++) {
                scatterEntry(entries, piece, sources + (long) order[piece] * PIECE_BYTES);
            }
            slot.write(entries, entries.length);
            scatter = gbps(slot.stream(), MOVED_BYTES, () -> launch(slot, PIECES));
        }
        return new Rate(blocks, gather, scatter);
    }

    private void launch(final CopySlot slot, final int pieces) {
        slot.launch(targets, POOL_BYTES, 0, 0, false, pieces);
    }

    static void gatherEntry(final long[] entries, final int index, final long source) {
        entries[index * GATHER_WORDS] = source;
        entries[index * GATHER_WORDS + 1] =
                ((long) index * PIECE_BYTES + 32) / 32 | (long) PIECE_BYTES << 32;
    }

    private static void scatterEntry(
            final long[] entries, final int index, final long destination) {
        final int at = index * SCATTER_WORDS;
        entries[at] = destination;
        entries[at + 1] = (long) index * PIECE_BYTES + 32;
        entries[at + 2] = PIECE_BYTES | 1L << 32;
        entries[at + 3] = 0;
    }

    private double gbps(final CudaStream stream, final long bytes, final Runnable work) {
        try (CudaEvent start = new CudaEvent(context, true);
                CudaEvent end = new CudaEvent(context, true)) {
            for (int repeat = 0; repeat < REPEATS / 4; repeat++) {
                work.run();
            }
            start.record(stream);
            for (int repeat = 0; repeat < REPEATS; repeat++) {
                work.run();
            }
            end.record(stream);
            stream.synchronize();
            return 2.0 * bytes * REPEATS / (end.millisSince(start) * MILLION);
        }
    }

    private Latency latency() {
        try (CopySlot slot = CopySlot.ofGather(kernels, 1, 0, 1);
                CudaEvent event = new CudaEvent(context, false)) {
            final long[] entry = new long[GATHER_WORDS];
            gatherEntry(entry, 0, sources);
            slot.write(entry, entry.length);
            final long[] word = new long[LOOKS];
            final long[] queried = new long[LOOKS];
            for (int look = 0; look < LOOKS; look++) {
                word[look] = untilWord(slot);
                queried[look] = untilEvent(slot, event);
            }
            Arrays.sort(word);
            Arrays.sort(queried);
            return new Latency(
                    micros(word, 50),
                    micros(word, 99),
                    micros(queried, 50),
                    micros(queried, 99),
                    nanosPerLook(() -> slot.outcome()),
                    nanosPerLook(() -> event.hasHappened()));
        }
    }

    private long untilWord(final CopySlot slot) {
        final long start = System.nanoTime();
        launch(slot, 1);
        while (slot.outcome() == CopySlot.Outcome.RUNNING) {
            requireInTime(start);
        }
        final long nanos = System.nanoTime() - start;
        slot.stream().synchronize();
        return nanos;
    }

    private long untilEvent(final CopySlot slot, final CudaEvent event) {
        final long start = System.nanoTime();
        launch(slot, 1);
        event.record(slot.stream());
        while (!event.hasHappened()) {
            requireInTime(start);
        }
        return System.nanoTime() - start;
    }

    private static void requireInTime(final long start) {
        Thread.onSpinWait();
        if (System.nanoTime() - start > WAIT_NANOS) {
            throw new IllegalStateException("a copy of 4 KiB has not ended after 10 s");
        }
    }

    private static double nanosPerLook(final Runnable look) {
        final long start = System.nanoTime();
        for (int count = 0; count < LOOKS; count++) {
            look.run();
        }
        return (double) (System.nanoTime() - start) / LOOKS;
    }

    private static double micros(final long[] sorted, final int percent) {
        return sorted[(int) ((long) sorted.length * percent / 100)] / 1e3;
    }

    @Override
    public void close() {
        kernels.close();
        context.free(sources);
        context.free(targets);
        context.close();
    }
}
