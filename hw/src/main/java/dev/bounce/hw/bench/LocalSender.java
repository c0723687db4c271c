package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.TransferHandle;
import dev.bounce.hw.TransferResult;
import dev.bounce.hw.TransferRoute;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// A sender in this process.
final class LocalSender implements BenchSender {
    private static final long READY_SECONDS = 30;
    private static final long RESOLVE_SECONDS = 120;

    /// A receiver and what is moved to it in each mode.
    private record Target(String name, DescriptorPairs pairs, Map<Mode, DescriptorPairs> moved) {}

    private final Arena owner = Arena.ofShared();
    private final BenchPlan plan;
    private final int sender;
    private final BounceAgent coalescing;
    private final BounceAgent direct;
    private final Pool source;
    private final Map<Integer, Target> targets = new TreeMap<>();

    /// @param sender its rank
    /// @param fabric of plane `local`
    LocalSender(final BenchPlan plan, final int sender, final LocalFabric fabric) {
        this.plan = plan;
        this.sender = sender;
        source = plan.pool(owner, plan.workload().senderPoolBytes(sender), plan.senderDevice());
        source.randomize(BenchPlan.seed(sender));
        final String name = BenchPlan.senderName(sender);
        coalescing = plan.agent(name, plan.config(), plan.senderDevice()).fabric(fabric).start();
        direct =
                plan.agent(name + "-direct", withoutBounce(plan.config()), plan.senderDevice())
                        .fabric(fabric)
                        .start();
        coalescing.register(source.range()).orThrow();
        direct.register(source.range()).orThrow();
    }

    private static BounceConfig withoutBounce(final BounceConfig config) {
        return new BounceConfig(
                false,
                config.arena(),
                config.scheduler(),
                config.link(),
                config.timeouts(),
                config.limits(),
                config.gate(),
                config.copies(),
                config.control());
    }

    /// What is moved.
    Pool source() {
        return source;
    }

    @Override
    public void awaitUp() {
        // It is.
    }

    @Override
    public void load(final int receiver, final byte[] description, final long poolBase)
            throws BenchException {
        coalescing.load(description);
        direct.load(description);
        final String name = BenchPlan.receiverName(receiver);
        try {
            coalescing.awaitReady(name).get(READY_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException late) {
            throw new BenchException(
                    BenchException.TIMEOUT,
                    "the link to %s did not open within %d s".formatted(name, READY_SECONDS));
        } catch (final ExecutionException never) {
            throw new BenchException(
                    BenchException.FAILED, "no link: " + never.getCause().getMessage());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
        targets.computeIfAbsent(receiver, _ -> target(receiver, poolBase));
    }

    private Target target(final int receiver, final long poolBase) {
        final RankPair ranks = new RankPair(sender, plan.receivers().get(receiver));
        final DescriptorPairs pairs =
                plan.workload()
                        .descriptors(
                                ranks, new Placement(source.base(), 0), new Placement(poolBase, 0));
        final Map<Mode, DescriptorPairs> moved = new TreeMap<>();
        for (final Mode mode : Mode.values()) {
            moved.put(
                    mode,
                    Transfers.moved(
                            mode,
                            pairs,
                            poolBase + plan.contiguousOffset(ranks),
                            plan.directSample()));
        }
        return new Target(BenchPlan.receiverName(receiver), pairs, moved);
    }

    private BounceAgent agent(final Mode mode) {
        return mode == Mode.BOUNCE ? coalescing : direct;
    }

    @Override
    public void moveWithGaps(final int receiver, final Mode mode, final long gapsBase)
            throws BenchException {
        final Target target = targets.get(receiver);
        final DescriptorPairs spread = Transfers.spread(target.pairs, gapsBase);
        final DescriptorPairs pairs =
                mode == Mode.DIRECT ? Transfers.sampled(spread, plan.directSample()) : spread;
        requireSuccess(mode, agent(mode).submit(pairs, target.name));
    }

    @Override
    public Moved move(final Mode mode, final long atNanos) throws BenchException {
        final int inFlight = plan.shape().inFlight() * targets.size();
        final Semaphore free = new Semaphore(inFlight);
        final List<CompletableFuture<Long>> times = new ArrayList<>();
        final List<TransferHandle> handles = new ArrayList<>();
        while (atNanos != 0 && System.nanoTime() - atNanos < 0) {
            Thread.onSpinWait();
        }
        final long roundStart = System.nanoTime();
        for (int request = 0; request < plan.shape().batch(); request++) {
            for (final Target target : targets.values()) {
                acquire(free);
                final long start = System.nanoTime();
                final TransferHandle handle =
                        agent(mode).submit(target.moved.get(mode), target.name, null, Tag.EMPTY);
                handles.add(handle);
                times.add(
                        handle.future()
                                .thenApply(_ -> System.nanoTime() - start)
                                .whenComplete((_, _) -> free.release()));
            }
        }
        final long[] nanos = new long[times.size()];
        for (int index = 0; index < nanos.length; index++) {
            nanos[index] = await(times.get(index));
        }
        final long roundEnd = System.nanoTime();
        for (final TransferHandle handle : handles) {
            requireSuccess(mode, handle);
        }
        return new Moved(roundStart, roundEnd, nanos);
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

    @Override
    public ReactorWork reactor() {
        return ReactorWork.of(coalescing);
    }

    @Override
    public void record() throws BenchException {
        for (final BounceAgent agent : List.of(coalescing, direct)) {
            Recordings.write(agent, Recordings.in(plan.recordings(), agent.name()));
        }
    }

    @Override
    public void close() {
        coalescing.shutDown();
        direct.shutDown();
        coalescing.close();
        direct.close();
        source.close();
        owner.close();
    }
}
