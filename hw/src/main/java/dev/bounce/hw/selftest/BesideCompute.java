package dev.bounce.hw.selftest;

import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaKernels;
import dev.bounce.hw.cuda.CudaStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;

/// What gathers and a compute stream take from each other, for several numbers of copy blocks. The
/// compute stream does arithmetic on all multiprocessors with many times more blocks than fit at a
/// time, which leave half of the threads of each free, as products of matrices do, or none; or it
/// copies memory. Rates count what is read and what is written.
final class BesideCompute implements AutoCloseable {
    private static final int[] BLOCKS = {8, 16, 24, 48, 132};
    private static final int PIECE_BYTES = 4_096;
    private static final int PIECES = 32_768;
    private static final long MOVED_BYTES = (long) PIECES * PIECE_BYTES;
    private static final long POOL_BYTES = 4 * MOVED_BYTES;
    private static final int BLOCKS_PER_MULTIPROCESSOR = 512;
    private static final long BUSY_ROUNDS = 2_500; // about 0.1 ms a block
    /// Four blocks of 256 threads share a multiprocessor of 2,048 threads and 228 KiB then.
    private static final int SHARED_BYTES = 48 << 10;

    private static final double COMPUTE_MILLIS = 15;
    private static final int MOST_LAUNCHES = 900;
    private static final int SAMPLES = 5;
    private static final double MILLION = 1e6;

    /// Both at the same time.
    ///
    /// @param copyGbps of the gathers while the compute stream was busy
    /// @param slowdown time of the compute stream, divided by its time alone
    record Pair(double copyGbps, double slowdown) {}

    /// What gathers of so many blocks come to.
    ///
    /// @param aloneGbps with nothing beside
    /// @param halfOfThreads beside arithmetic by half of the threads of the device
    /// @param allThreads beside arithmetic by all of them
    /// @param memory beside copies of the device
    record Row(int blocks, double aloneGbps, Pair halfOfThreads, Pair allThreads, Pair memory) {}

    /// Lets go of what was taken, the last first.
    private final Deque<Runnable> undo = new ArrayDeque<>();

    private final CudaContext context;
    private final CudaKernels kernels;
    private final int priority;
    private final int busyBlocks;
    private final long sources;
    private final long targets;
    private final long computeSource;
    private final long computeTarget;
    private final long[] entries = new long[PIECES * (CopySlot.GATHER_ENTRY_BYTES / Long.BYTES)];

    private BesideCompute(final int device, final int copyPriority) {
        context = CudaContext.open(device);
        undo.push(context::close);
        try {
            kernels = new CudaKernels(context);
            undo.push(kernels::close);
            priority = context.priority(-copyPriority);
            busyBlocks = BLOCKS_PER_MULTIPROCESSOR * context.multiprocessors();
            sources = pool();
            targets = pool();
            computeSource = pool();
            computeTarget = pool();
            final SplittableRandom random = new SplittableRandom(1);
            final int places = (int) (POOL_BYTES / PIECE_BYTES);
            for (int piece = 0; piece < PIECES; piece++) {
                CopyRates.gatherEntry(
                        entries, piece, sources + (long) random.nextInt(places) * PIECE_BYTES);
            }
        } catch (final RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private long pool() {
        final long address = context.allocate(POOL_BYTES);
        undo.push(() -> context.free(address));
        context.fill(address, (byte) 1, POOL_BYTES);
        return address;
    }

    /// Measures, which takes a few seconds.
    ///
    /// @param copyPriority as configured
    static List<Row> measure(final int device, final int copyPriority) {
        try (BesideCompute beside = new BesideCompute(device, copyPriority)) {
            final List<Row> rows = new ArrayList<>();
            for (final int blocks : BLOCKS) {
                rows.add(beside.row(blocks));
            }
            return rows;
        }
    }

    private Row row(final int blocks) {
        try (CopySlot slot = CopySlot.ofGather(kernels, PIECES, priority, blocks);
                CudaStream compute = new CudaStream(context, 0)) {
            slot.write(entries, entries.length);
            final double copyMillis = millis(slot.stream(), 20, () -> launch(slot));
            return new Row(
                    blocks,
                    gbps(1, copyMillis),
                    pair(slot, copyMillis, compute, () -> arithmetic(compute, SHARED_BYTES)),
                    pair(slot, copyMillis, compute, () -> arithmetic(compute, 0)),
                    pair(slot, copyMillis, compute, () -> memory(compute)));
        }
    }

    private void launch(final CopySlot slot) {
        slot.launch(targets, POOL_BYTES, 0, 0, false, PIECES);
    }

    private void arithmetic(final CudaStream compute, final int sharedBytes) {
        compute.busy(kernels, computeTarget, busyBlocks, sharedBytes, BUSY_ROUNDS);
    }

    private void memory(final CudaStream compute) {
        compute.copy(computeSource, computeTarget, POOL_BYTES);
    }

    private static double gbps(final double launches, final double millis) {
        return 2.0 * MOVED_BYTES * launches / (millis * MILLION);
    }

    /// Of one repetition.
    private double millis(final CudaStream stream, final int repeats, final Runnable work) {
        work.run();
        try (CudaEvent start = new CudaEvent(context, true);
                CudaEvent end = new CudaEvent(context, true)) {
            start.record(stream);
            for (int repeat = 0; repeat < repeats; repeat++) {
                work.run();
            }
            end.record(stream);
            stream.synchronize();
            return end.millisSince(start) / repeats;
        }
    }

    /// The sample whose slowdown is the median.
    private Pair pair(
            final CopySlot slot,
            final double copyMillis,
            final CudaStream compute,
            final Runnable work) {
        final double once = millis(compute, 10, work);
        final int repeats = (int) Math.max(1, Math.round(COMPUTE_MILLIS / once));
        final double alone = millis(compute, repeats, work) * repeats;
        final Pair[] samples = new Pair[SAMPLES];
        for (int sample = 0; sample < SAMPLES; sample++) {
            samples[sample] = sample(slot, copyMillis, compute, work, repeats, alone);
        }
        Arrays.sort(samples, (one, other) -> Double.compare(one.slowdown, other.slowdown));
        return samples[SAMPLES / 2];
    }

    /// The gathers begin before the compute stream does, and end after it.
    private Pair sample(
            final CopySlot slot,
            final double copyMillis,
            final CudaStream compute,
            final Runnable work,
            final int repeats,
            final double alone) {
        final int launches = (int) Math.min(MOST_LAUNCHES, 3 * alone / copyMillis + 20);
        final List<CudaEvent> ends = new ArrayList<>();
        try (CudaEvent start = new CudaEvent(context, true);
                CudaEvent end = new CudaEvent(context, true)) {
            for (int launch = 0; launch < launches; launch++) {
                ends.add(new CudaEvent(context, true));
            }
            for (final CudaEvent copied : ends) {
                launch(slot);
                copied.record(slot.stream());
            }
            start.record(compute);
            for (int repeat = 0; repeat < repeats; repeat++) {
                work.run();
            }
            end.record(compute);
            compute.synchronize();
            slot.stream().synchronize();
            return new Pair(within(ends, start, end), end.millisSince(start) / alone);
        } finally {
            ends.forEach(CudaEvent::close);
        }
    }

    /// The rate of the gathers that ended while the compute stream was busy.
    private static double within(
            final List<CudaEvent> ends, final CudaEvent start, final CudaEvent end) {
        final double busy = end.millisSince(start);
        if (ends.getLast().millisSince(start) < busy) {
            throw new IllegalStateException("the gathers ended before the compute stream did");
        }
        double first = -1;
        double last = -1;
        int count = 0;
        for (final CudaEvent copied : ends) {
            final double at = copied.millisSince(start);
            if (at >= 0 && at <= busy) {
                first = count == 0 ? at : first;
                last = at;
                count++;
            }
        }
        return count < 2 ? gbps(count, busy) : gbps(count - 1.0, last - first);
    }

    @Override
    public void close() {
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }
}
