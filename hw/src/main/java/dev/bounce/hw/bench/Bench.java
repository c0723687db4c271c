package dev.bounce.hw.bench;

import dev.bounce.hw.bench.BenchSender.Moved;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.workload.RankPair;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.HdrHistogram.Histogram;

/// Moves a workload again and again in each [Mode], the modes in turn, so that whatever disturbs
/// the machine meets all of them. Before each transfer its destination is made wrong, after it
/// every byte is compared, in each round or in one of several; neither is in the time. The time of
/// a request runs from the call of `submit` to the completion of its future, that of a round from
/// its first request to the end of its last, of all senders together.
final class Bench implements AutoCloseable {
    private static final long LONGEST_SECONDS = 120;
    private static final int SIGNIFICANT_DIGITS = 3;

    /// How long before its start the senders in other processes are told of a round.
    private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final BenchPlan plan;
    private final BenchSites sites;
    private final ExecutorService others =
            Executors.newCachedThreadPool(
                    Thread.ofPlatform().daemon().name("sender-", 1).factory());
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
        return new Histogram(TimeUnit.SECONDS.toNanos(LONGEST_SECONDS), SIGNIFICANT_DIGITS);
    }

    /// Runs it.
    ///
    /// @param progress told the number of rounds done, warm-up counted in
    static BenchResult run(final BenchPlan plan, final IntConsumer progress) throws BenchException {
        try (BenchSites sites = BenchSites.open(plan);
                Bench bench = new Bench(plan, sites)) {
            return bench.run(progress);
        }
    }

    private BenchResult run(final IntConsumer progress) throws BenchException {
        for (final RankPair pair : plan.ranks()) {
            moveWithGaps(pair.sender(), plan.receivers().indexOf(pair.receiver()));
        }
        ReactorWork senders = ReactorWork.NONE;
        ReactorWork receivers = ReactorWork.NONE;
        final int last = plan.warmup() + plan.iterations();
        for (int round = 0; round < last; round++) {
            if (round == plan.warmup()) {
                nanos.values().forEach(Histogram::reset);
                rounds.values().forEach(Histogram::reset);
                senders = senderReactors();
                receivers = receiverReactors();
            }
            for (final Mode mode : plan.modes()) {
                if (mode != Mode.DIRECT || plan.isDirectRound(round)) {
                    moveAll(mode, round % plan.verifyEvery() == 0);
                }
            }
            progress.accept(round + 1);
        }
        senders = senderReactors().minus(senders);
        receivers = receiverReactors().minus(receivers);
        for (final BenchSender sender : sites.senders()) {
            sender.record();
        }
        final Map<Mode, Figures> figures = new EnumMap<>(Mode.class);
        nanos.forEach(
                (mode, times) ->
                        figures.put(mode, Figures.of(times, rounds.get(mode), roundBytes(mode))));
        final RankPair first = plan.ranks().getFirst();
        return new BenchResult(
                plan,
                plan.workload().descriptorCount(first),
                plan.workload().bytes(first),
                figures,
                senders,
                receivers);
    }

    private ReactorWork senderReactors() throws BenchException {
        ReactorWork all = ReactorWork.NONE;
        for (final BenchSender sender : sites.senders()) {
            all = all.plus(sender.reactor());
        }
        return all;
    }

    private ReactorWork receiverReactors() throws BenchException {
        ReactorWork all = ReactorWork.NONE;
        for (final BenchReceiver receiver : sites.receivers()) {
            all = all.plus(receiver.reactor());
        }
        return all;
    }

    private long roundBytes(final Mode mode) {
        long bytes = 0;
        for (final RankPair pair : plan.ranks()) {
            final long sampled = plan.workload().descriptorBytes(pair) * plan.directSample();
            final long whole = plan.workload().bytes(pair);
            bytes += mode == Mode.DIRECT ? Math.min(whole, sampled) : whole;
        }
        return plan.shape().batch() * bytes;
    }

    /// One round: every sender to all of its receivers at the same time.
    private void moveAll(final Mode mode, final boolean verified) throws BenchException {
        if (verified) {
            for (final BenchReceiver receiver : sites.receivers()) {
                receiver.poison();
            }
        }
        long start = Long.MAX_VALUE;
        long end = Long.MIN_VALUE;
        for (final Moved moved : move(mode)) {
            for (final long time : moved.requestNanos()) {
                nanos.get(mode).recordValue(time);
            }
            start = Math.min(start, moved.startNanos());
            end = Math.max(end, moved.endNanos());
        }
        rounds.get(mode).recordValue(end - start);
        if (verified) {
            for (final BenchReceiver receiver : sites.receivers()) {
                receiver.verify(mode);
            }
        }
    }

    private List<Moved> move(final Mode mode) throws BenchException {
        final List<BenchSender> senders = sites.senders();
        if (senders.size() == 1) {
            return List.of(senders.getFirst().move(mode, 0));
        }
        final long at = System.nanoTime() + LEAD_NANOS;
        final List<Future<Moved>> running = new ArrayList<>();
        for (final BenchSender other : senders.subList(1, senders.size())) {
            running.add(others.submit(() -> other.move(mode, at)));
        }
        final List<Moved> moved = new ArrayList<>();
        moved.add(senders.getFirst().move(mode, at));
        for (final Future<Moved> one : running) {
            moved.add(await(one));
        }
        return moved;
    }

    private static Moved await(final Future<Moved> one) throws BenchException {
        try {
            return one.get();
        } catch (final ExecutionException failure) {
            if (failure.getCause() instanceof BenchException cause) {
                throw cause;
            }
            throw new BenchException(BenchException.FAILED, failure.getCause().toString());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    /// Moves the transfer once in each mode to destinations with canaries between them.
    private void moveWithGaps(final int sender, final int receiver) throws BenchException {
        final BenchReceiver to = sites.receivers().get(receiver);
        final long gaps = to.openGaps(sender);
        sites.load(sender, receiver); // with the new range
        for (final Mode mode : plan.modes()) {
            if (mode == Mode.CONTIGUOUS) {
                continue;
            }
            to.poison();
            sites.senders().get(sender).moveWithGaps(receiver, mode, gaps);
            to.verifyGaps(mode);
        }
        if (plan.plane() != PlaneKind.CUDA_IPC) { // there it ends only with the links (rule 17)
            to.closeGaps();
        }
    }

    @Override
    public void close() {
        others.shutdown();
    }
}
