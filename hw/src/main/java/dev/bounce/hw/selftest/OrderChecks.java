package dev.bounce.hw.selftest;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaKernels;
import dev.bounce.hw.cuda.CudaSignal;
import dev.bounce.hw.cuda.CudaStream;
import dev.bounce.hw.selftest.Check.Mismatch;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.TransferPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/// Copies between two compute streams: one writes the sources late, the other reads the
/// destinations as soon as it may.
final class OrderChecks {
    private static final int PIECES = 512;
    private static final int PIECE_BYTES = 4_096;
    private static final long BYTES = (long) PIECES * PIECE_BYTES;

    /// How long the sources are not written, about 50 ms.
    private static final long LATE_CYCLES = 100_000_000;

    private static final byte OLD = 0x11;
    private static final byte NEW = 0x22;

    private final CopyBed bed;
    private final CudaContext context;

    private OrderChecks(final CopyBed bed) {
        this.bed = bed;
        context = bed.context();
    }

    /// Moves what is written late, with and without waiting for it. Without, the old bytes must
    /// arrive: else nothing was late, and the check shows nothing.
    static void run(final CopyBed bed) throws Mismatch {
        final OrderChecks checks = new OrderChecks(bed);
        final long fresh = bed.context().allocate(BYTES);
        final long read = bed.context().allocate(BYTES);
        try {
            bed.context().fill(fresh, NEW, BYTES);
            checks.move(fresh, read, false, OLD);
            checks.move(fresh, read, true, NEW);
        } finally {
            bed.context().free(fresh);
            bed.context().free(read);
            bed.restore();
        }
    }

    private void move(final long fresh, final long read, final boolean ordered, final byte wanted)
            throws Mismatch {
        context.fill(bed.sources(), OLD, BYTES);
        context.fill(read, (byte) 0, BYTES);
        bed.poison();
        final TransferPlan plan = CopyBed.plan(pairs(), 4 << 20);
        try (CudaKernels kernels = new CudaKernels(context);
                CudaStream writer = new CudaStream(context, 0);
                CudaStream reader = new CudaStream(context, 0);
                CudaEvent written = new CudaEvent(context, false);
                CudaSignal delivered = new CudaSignal(context)) {
            writer.lateCopy(kernels, bed.sources(), fresh, BYTES / Integer.BYTES, LATE_CYCLES);
            written.record(writer);
            delivered.await(reader);
            reader.copy(bed.destinations(), read, BYTES);
            try {
                bed.copies().gather(7, plan, 0, 0, CopyBed.SEAL, ordered ? written : null);
                CopyBed.require(CopyOutcome.DONE, bed.await(true));
                CopyBed.require(CopyOutcome.DONE, bed.scatter(plan, 0, 0));
            } finally {
                delivered.raise();
                reader.synchronize();
                writer.synchronize();
            }
        }
        requireAll(read, wanted, ordered);
    }

    private DescriptorPairs pairs() {
        final long[] source = new long[PIECES];
        final long[] destination = new long[PIECES];
        final long[] bytes = new long[PIECES];
        for (int piece = 0; piece < PIECES; piece++) {
            source[piece] = bed.sources() + (long) piece * PIECE_BYTES;
            destination[piece] = bed.destinations() + (PIECES - 1L - piece) * PIECE_BYTES;
            bytes[piece] = PIECE_BYTES;
        }
        return CopyBed.pairs(source, destination, bytes);
    }

    private void requireAll(final long read, final byte wanted, final boolean ordered)
            throws Mismatch {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment found = owner.allocate(BYTES);
            context.copyToHost(read, found);
            final MemorySegment all = owner.allocate(BYTES);
            all.fill(wanted);
            final long wrong = all.mismatch(found);
            if (wrong >= 0) {
                throw new Mismatch(
                        "%s: byte %d is not %#x"
                                .formatted(
                                        ordered
                                                ? "the gather did not wait, or the reader did not"
                                                : "the sources were not written late",
                                        wrong,
                                        wanted));
            }
        }
    }
}
