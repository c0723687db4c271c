package dev.bounce.hw.selftest;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.selftest.Check.Mismatch;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// The contract of [dev.bounce.hw.copy.CopyEngine] on a GPU, case by case.
final class CopyChecks {
    private static final int ALIGNMENTS = 32;
    private static final int[] SIZES = {
        1, 2, 3, 15, 16, 17, 31, 32, 33, 511, 512, 513, 4_095, 4_096, 4_097, 65_537, 262_144,
        1 << 20
    };
    private static final int SMALL_SLOT = 64;
    private static final int SLOT = 16_384;
    private static final long CHUNK_BYTES = 72L << 20;

    private final int device;
    private final CopyConfig config;
    private final Consumer<Check> report;

    private CopyChecks(final int device, final CopyConfig config, final Consumer<Check> report) {
        this.device = device;
        this.config = config;
        this.report = report;
    }

    /// Runs all of them.
    ///
    /// @param report told each as it ends
    static List<Check> run(
            final int device, final CopyConfig config, final Consumer<Check> report) {
        final List<Check> all = new ArrayList<>();
        final CopyChecks checks = new CopyChecks(device, config, report.andThen(all::add));
        checks.check("a device can be used", () -> checks.bed(SLOT).close());
        if (all.getFirst().fault() == null) {
            checks.moves();
            checks.failures();
        }
        return all;
    }

    /// Reads memory that is not there. The device is lost to this process afterwards.
    static Check illegalAddress(final int device, final CopyConfig config) {
        return Check.of(
                "an illegal address fails the copy and the engine",
                () -> {
                    final CopyBed bed = new CopyBed(device, config, SLOT);
                    final long gone = bed.context().allocate(CHUNK_BYTES);
                    bed.memory().register(CudaContext.segment(gone, CHUNK_BYTES));
                    bed.context().free(gone);
                    final DescriptorPairs pairs =
                            CopyBed.pairs(
                                    new long[] {gone},
                                    new long[] {bed.destinations()},
                                    new long[] {1 << 20});
                    final TransferPlan plan = CopyBed.plan(pairs, CHUNK_BYTES);
                    CopyBed.require(CopyOutcome.FAILED, bed.gather(plan, 0, 0));
                    if (bed.copies().fault() == null) {
                        throw new Mismatch("the engine does not say that it is lost");
                    }
                    CopyBed.require(CopyOutcome.FAILED, bed.gather(plan, 0, 0));
                });
    }

    private CopyBed bed(final int slotEntries) {
        return new CopyBed(device, config, slotEntries);
    }

    private void check(final String name, final Check.Body body) {
        report.accept(Check.of(name, body));
    }

    private void moves() {
        try (CopyBed bed = bed(SLOT)) {
            for (final int size : SIZES) {
                final int count =
                        (int) Math.min(300, (CopyBed.POOL_BYTES - 4_000) / (size + 40) - 1);
                check(
                        "%d pieces of %d bytes".formatted(count, size),
                        () -> bed.move(bed.pairs(count, size, size, 0), CHUNK_BYTES, 64));
            }
            for (final int size : new int[] {(16 << 20) + 5, 64 << 20}) {
                check(
                        "one piece of %d bytes".formatted(size),
                        () -> bed.move(bed.pairs(1, size, size, 3), CHUNK_BYTES, 0));
            }
            check("every alignment to every alignment", () -> moveAlignments(bed));
            check(
                    "unequal layouts, 0 to 9000 bytes",
                    () -> bed.move(bed.pairs(5_000, 0, 9_000, 13), 1 << 20, 4_096));
            check("a strided grid", () -> moveGrid(bed, 4_096, 12_288));
            check("a strided grid of odd pieces", () -> moveGrid(bed, 333, 1_001));
            check("more copies at a time than slots", () -> moveAtOnce(bed));
            check("sources written late, destinations read at once", () -> OrderChecks.run(bed));
        }
        try (CopyBed bed = bed(SMALL_SLOT)) {
            check(
                    "a plan of many launches",
                    () -> bed.move(bed.pairs(2_000, 1, 9_000, 1), CHUNK_BYTES, 64));
            check(
                    "one piece of many launches",
                    () -> bed.move(bed.pairs(1, 60 << 20, 60 << 20, 1), CHUNK_BYTES, 64));
        }
    }

    private static void moveAlignments(final CopyBed bed) throws Mismatch {
        for (int from = 0; from < ALIGNMENTS; from++) {
            final long[] source = new long[2 * ALIGNMENTS];
            final long[] destination = new long[2 * ALIGNMENTS];
            final long[] bytes = new long[2 * ALIGNMENTS];
            for (int to = 0; to < source.length; to++) {
                source[to] = bed.sources() + 16_384L * to + from;
                destination[to] = bed.destinations() + 16_384L * to + to % ALIGNMENTS;
                bytes[to] = to < ALIGNMENTS ? 1 + to + from : 4_000 + 97L * to + from;
            }
            bed.move(CopyBed.pairs(source, destination, bytes), 4 << 20, 1_024);
        }
    }

    private static void moveGrid(final CopyBed bed, final int bytes, final int stride)
            throws Mismatch {
        final int count = 4_000;
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] lengths = new long[count];
        for (int piece = 0; piece < count; piece++) {
            source[piece] = bed.sources() + (long) (count - 1 - piece) * (bytes + 1);
            destination[piece] = bed.destinations() + 7 + (long) piece * stride;
            lengths[piece] = bytes;
        }
        bed.move(CopyBed.pairs(source, destination, lengths), 4 << 20, 0);
    }

    private static void moveAtOnce(final CopyBed bed) throws Mismatch {
        bed.poison();
        final DescriptorPairs pairs = bed.pairs(3_000, 1_000, 9_000, 0);
        final TransferPlan plan = CopyBed.plan(pairs, 512 << 10);
        final long step = 1 << 20;
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            bed.copies().gather(chunk, plan, chunk, chunk * step, CopyBed.SEAL);
        }
        int left = plan.chunkCount();
        final int[] scattered = {0};
        final long end = System.nanoTime() + 10_000_000_000L;
        while (scattered[0] < plan.chunkCount() && System.nanoTime() < end) {
            left -=
                    bed.copies()
                            .pollGathers(
                                    (copyId, _) -> {
                                        final int chunk = (int) copyId;
                                        bed.copies()
                                                .scatter(
                                                        copyId,
                                                        chunk * step,
                                                        plan.regionBytes(chunk),
                                                        plan.runs(chunk),
                                                        CopyBed.SEAL);
                                    });
            bed.copies()
                    .pollScatters(
                            (_, outcome) -> scattered[0] += outcome == CopyOutcome.DONE ? 1 : 0);
        }
        if (left != 0 || scattered[0] != plan.chunkCount()) {
            throw new Mismatch(
                    "%d of %d gathers and %d scatters ended well"
                            .formatted(plan.chunkCount() - left, plan.chunkCount(), scattered[0]));
        }
        bed.verify(pairs);
    }

    private void failures() {
        try (CopyBed bed = bed(SLOT)) {
            final TransferPlan plan = CopyBed.plan(bed.pairs(50, 100, 100, 0), 1 << 20);
            for (final long at : new long[] {0, 15, -16, -1}) {
                check("a seal that is broken at " + at, () -> breakSeal(bed, plan, at));
            }
            check("the seal of another chunk", () -> takeOtherSeal(bed, plan));
            check("a source that is not registered", () -> gatherUnregistered(bed));
            check("a destination that is not registered", () -> scatterUnregistered(bed, plan));
        }
    }

    private static void breakSeal(final CopyBed bed, final TransferPlan plan, final long at)
            throws Mismatch {
        bed.poison();
        CopyBed.require(CopyOutcome.DONE, bed.gather(plan, 0, 0));
        bed.flip(at < 0 ? plan.regionBytes(0) + at : at);
        CopyBed.require(CopyOutcome.SEAL_BROKEN, bed.scatter(plan, 0, 0));
        bed.verifyUntouched();
    }

    private static void takeOtherSeal(final CopyBed bed, final TransferPlan plan) throws Mismatch {
        bed.poison();
        CopyBed.require(CopyOutcome.DONE, bed.gather(plan, 0, 0));
        final SealKey other = new SealKey(1, 2, 3, 9, 2);
        bed.copies().scatter(7, 0, plan.regionBytes(0), plan.runs(0), other);
        CopyBed.require(CopyOutcome.SEAL_BROKEN, bed.await(false));
        bed.verifyUntouched();
    }

    private static void gatherUnregistered(final CopyBed bed) throws Mismatch {
        final DescriptorPairs pairs =
                CopyBed.pairs(
                        new long[] {bed.sources() + CopyBed.POOL_BYTES - 4},
                        new long[] {bed.destinations()},
                        new long[] {8});
        CopyBed.require(CopyOutcome.FAILED, bed.gather(CopyBed.plan(pairs, 1 << 20), 0, 0));
    }

    private static void scatterUnregistered(final CopyBed bed, final TransferPlan plan)
            throws Mismatch {
        bed.poison();
        CopyBed.require(CopyOutcome.DONE, bed.gather(plan, 0, 0));
        bed.memory().remove(bed.destinations());
        CopyBed.require(CopyOutcome.FAILED, bed.scatter(plan, 0, 0));
        bed.verifyUntouched();
        bed.memory().register(CudaContext.segment(bed.destinations(), CopyBed.POOL_BYTES));
    }
}
