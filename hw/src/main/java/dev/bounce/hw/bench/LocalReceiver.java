package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A receiver in this process.
final class LocalReceiver implements BenchReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(LocalReceiver.class);
    private static final long DEREGISTER_SECONDS = 30;

    /// What one sender moves here.
    ///
    /// @param source holds what the sender's pool holds
    private record Incoming(RankPair ranks, Pool source, DescriptorPairs pairs) {}

    /// A pool with canaries between the destinations of the transfer of one sender.
    private record Gaps(Arena owner, Pool pool, Incoming from, DescriptorPairs spread) {
        void close() {
            pool.close();
            owner.close();
        }
    }

    private final Arena owner = Arena.ofShared();
    private final BounceAgent agent;
    private final BenchPlan plan;
    private final int device;
    private final Pool pool;
    private final List<Incoming> incoming = new ArrayList<>();
    private final List<Gaps> gaps = new ArrayList<>();

    /// @param agent with nothing registered; closed with this
    /// @param receiver its index
    /// @param sources by the rank of the sender, each holds what the sender's pool holds
    LocalReceiver(
            final BounceAgent agent,
            final BenchPlan plan,
            final int receiver,
            final Map<Integer, Pool> sources) {
        this.agent = agent;
        this.plan = plan;
        device = plan.receiverDevice(receiver);
        pool =
                plan.pool(
                        owner,
                        plan.workload().receiverPoolBytes(plan.receivers().get(receiver)),
                        device);
        agent.register(pool.range()).orThrow();
        for (final RankPair ranks : plan.ranksTo(receiver)) {
            final Pool source = sources.get(ranks.sender());
            final DescriptorPairs pairs =
                    plan.workload()
                            .descriptors(
                                    ranks,
                                    new Placement(source.base(), 0),
                                    new Placement(pool.base(), 0));
            incoming.add(new Incoming(ranks, source, pairs));
        }
    }

    @Override
    public void awaitUp() {
        // It is.
    }

    @Override
    public long poolBase() {
        return pool.base();
    }

    @Override
    public byte[] description() {
        return agent.describe();
    }

    @Override
    public void poison() {
        pool.poison();
        if (!gaps.isEmpty()) {
            gaps.getLast().pool.poison();
        }
    }

    @Override
    public void verify(final Mode mode) throws BenchException {
        pool.fetch();
        for (final Incoming one : incoming) {
            final DescriptorPairs moved =
                    Transfers.moved(
                            mode,
                            one.pairs,
                            pool.base() + plan.contiguousOffset(one.ranks),
                            plan.directSample());
            Verifier.check(mode.toString(), moved, one.source, pool);
        }
    }

    @Override
    public long openGaps(final int sender) {
        final Incoming from =
                incoming.stream()
                        .filter(one -> one.ranks.sender() == sender)
                        .findFirst()
                        .orElseThrow();
        final Arena gapsOwner = Arena.ofShared();
        final Pool opened = plan.pool(gapsOwner, Transfers.spreadBytes(from.pairs), device);
        gaps.add(new Gaps(gapsOwner, opened, from, Transfers.spread(from.pairs, opened.base())));
        agent.register(opened.range()).orThrow();
        return opened.base();
    }

    @Override
    public void verifyGaps(final Mode mode) throws BenchException {
        final Gaps last = gaps.getLast();
        final DescriptorPairs moved =
                mode == Mode.DIRECT
                        ? Transfers.sampled(last.spread, plan.directSample())
                        : last.spread;
        last.pool.fetch();
        Verifier.check(mode + " with gaps", moved, last.from.source, last.pool);
        Verifier.checkGaps(mode + " with gaps", moved, last.pool, Transfers.GAP_BYTES);
    }

    @Override
    public void closeGaps() throws BenchException {
        final Gaps leaving = gaps.getLast();
        try {
            agent.deregister(leaving.pool.range()).get(DEREGISTER_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException | ExecutionException failure) {
            throw new BenchException(
                    BenchException.FAILED, "a pool cannot be deregistered: " + failure);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
        gaps.removeLast();
        leaving.close();
    }

    @Override
    public ReactorWork reactor() {
        return ReactorWork.of(agent);
    }

    @Override
    public void close() {
        try {
            Recordings.write(agent, Recordings.in(plan.recordings(), agent.name()));
        } catch (final BenchException failure) {
            LOG.warn("{}", failure.getMessage());
        }
        agent.close();
        gaps.forEach(Gaps::close);
        pool.close();
        owner.close();
    }
}
