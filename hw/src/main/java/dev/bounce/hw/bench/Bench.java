package dev.bounce.hw.bench;

import dev.bounce.hw.TransferHandle;
import dev.bounce.hw.TransferResult;
import dev.bounce.hw.TransferRoute;
import dev.bounce.hw.bench.BenchSites.Target;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/// Moves a workload again and again in each [Mode], the modes in turn, so that whatever disturbs
/// the machine meets all of them. Before each transfer its destination is made wrong, after it
/// every byte is compared, in each round or in one of several; neither is in the time. The time of
/// a request runs from the call of `submit` to the completion of its future.
final class Bench {
    private static final long RESOLVE_SECONDS = 120;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final BenchPlan plan;
    private final BenchSites sites;
    private final Map<Mode, Histogram> nanos = new EnumMap<>(Mode.class);
    private final Map<Mode, Histogram> rounds = new EnumMap<>(Mode.class);

    private Bench(final BenchPlan plan, final BenchSites sites) {
        this.plan = plan;
        this.sites = sites;
        for (final Mode mode : plan.modes()) {
            nanos.put(mode, histogram());
            rounds.put(mode, histogram());
        }
    }

    private static Histogram histogram() {
        return new Histogram(TimeUnit.SECONDS.toNanos(RESOLVE_SECONDS), SIGNIFICANT_DIGITS);
    }

    /// Runs it.
    ///
    /// @param progress told the number of rounds done, warm-up counted in
    static BenchResult run(final BenchPlan plan, final IntConsumer progress) throws BenchException {
        try (BenchSites sites = BenchSites.open(plan)) {
            return new Bench(plan, sites).run(progress);
        }
    }

    private BenchResult run(final IntConsumer progress) throws BenchException {
        for (final Target target : sites.targets()) {
            moveWithGaps(target);
        }
        final int last = plan.warmup() + plan.iterations();
        for (int round = 0; round < last; round++) {
            if (round == plan.warmup()) {
                nanos.values().forEach(Histogram::reset);
                rounds.values().forEach(Histogram::reset);
            }
            for (final Mode mode : plan.modes()) {
                if (mode != Mode.DIRECT || plan.isDirectRound(round)) {
                    moveAll(mode, round % plan.verifyEvery() == 0);
                }
            }
            progress.accept(round + 1);
        }
        sites.record();
        final DescriptorPairs pairs = sites.targets().getFirst().pairs();
        final Map<Mode, Figures> figures = new EnumMap<>(Mode.class);
        nanos.forEach(
                (mode, times) ->
                        figures.put(mode, Figures.of(times, rounds.get(mode), roundBytes(mode))));
        return new BenchResult(plan, pairs.size(), pairs.totalBytes(), figures);
    }

    private long roundBytes(final Mode mode) {
        long bytes = 0;
        for (final Target target : sites.targets()) {
            bytes += moved(mode, target).totalBytes();
        }
        return plan.batch() * bytes;
    }

    private DescriptorPairs moved(final Mode mode, final Target target) {
        return Transfers.moved(
                mode, target.pairs(), target.receiver().poolBase(), plan.directSample());
    }

    /// Moves the transfers of one round: to all receivers at the same time, to each as many as may
    /// be in flight.
    private void moveAll(final Mode mode, final boolean verified) throws BenchException {
        final List<DescriptorPairs> moved = new ArrayList<>();
        for (final Target target : sites.targets()) {
            moved.add(moved(mode, target));
            if (verified) {
                target.receiver().poison();
            }
        }
        final Semaphore free = new Semaphore(plan.inFlight() * moved.size());
        final List<CompletableFuture<Long>> times = new ArrayList<>();
        final List<TransferHandle> handles = new ArrayList<>();
        final long roundStart = System.nanoTime();
        for (int request = 0; request < plan.batch(); request++) {
            for (int index = 0; index < moved.size(); index++) {
                acquire(free);
                final String receiver = sites.targets().get(index).receiver().name();
                final long start = System.nanoTime();
                final TransferHandle handle =
                        sites.sender(mode).submit(moved.get(index), receiver, null, Tag.EMPTY);
                handles.add(handle);
                times.add(
                        handle.future()
                                .thenApply(_ -> System.nanoTime() - start)
                                .whenComplete((_, _) -> free.release()));
            }
        }
        for (final CompletableFuture<Long> time : times) {
            nanos.get(mode).recordValue(await(time));
        }
        rounds.get(mode).recordValue(System.nanoTime() - roundStart);
        for (final TransferHandle handle : handles) {
            requireSuccess(mode, handle);
        }
        if (verified) {
            for (final Target target : sites.targets()) {
                target.receiver().verify(mode);
            }
        }
    }

    private static void acquire(final Semaphore free) throws BenchException {
        try {
            if (!free.tryAcquire(RESOLVE_SECONDS, TimeUnit.SECONDS)) {
                throw new BenchException(
                        BenchException.TIMEOUT,
                        "no transfer is over after " + RESOLVE_SECONDS + " s");
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    private static <T> T await(final CompletableFuture<T> future) throws BenchException {
        try {
            return future.get(RESOLVE_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException late) {
            throw new BenchException(
                    BenchException.TIMEOUT,
                    "a transfer is not over after " + RESOLVE_SECONDS + " s");
        } catch (final ExecutionException failure) {
            throw new BenchException(BenchException.FAILED, failure.getCause().getMessage());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    private static void requireSuccess(final Mode mode, final TransferHandle handle)
            throws BenchException {
        final TransferResult result = await(handle.future());
        if (!result.isSuccess()) {
            throw new BenchException(
                    BenchException.FAILED, "a transfer in mode " + mode + " ended " + result);
        }
        if (mode == Mode.BOUNCE && result.route() != TransferRoute.BOUNCE) {
            throw new BenchException(
                    BenchException.FAILED,
                    "this workload is not coalesced under this configuration: "
                            + result.directReason());
        }
    }

    /// Moves the transfer once in each mode to destinations with canaries between them.
    private void moveWithGaps(final Target target) throws BenchException {
        final BenchReceiver receiver = target.receiver();
        final DescriptorPairs spread = Transfers.spread(target.pairs(), receiver.openGaps());
        sites.load(receiver); // with the new range
        for (final Mode mode : plan.modes()) {
            if (mode == Mode.CONTIGUOUS) {
                continue;
            }
            receiver.poison();
            final DescriptorPairs pairs =
                    mode == Mode.DIRECT ? Transfers.sampled(spread, plan.directSample()) : spread;
            requireSuccess(mode, sites.sender(mode).submit(pairs, receiver.name()));
            receiver.verifyGaps(mode);
        }
        if (plan.plane() != PlaneKind.CUDA_IPC) { // there it ends only with the links (rule 17)
            receiver.closeGaps();
        }
    }
}
