package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import java.lang.foreign.Arena;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// A receiver in this process.
final class LocalReceiver implements BenchReceiver {
    private static final Logger LOG = LoggerFactory.getLogger(LocalReceiver.class);
    private static final long DEREGISTER_SECONDS = 30;

    private final Arena owner = Arena.ofShared();
    private final BounceAgent agent;
    private final BenchPlan plan;
    private final int device;
    private final Pool source;
    private final Pool pool;
    private final DescriptorPairs pairs;
    private Arena gapsOwner;
    private Pool gaps;
    private DescriptorPairs spread;

    /// @param agent with nothing registered; closed with this
    /// @param rank index of the receiver among those of the first sender
    /// @param source holds what the sender's pool holds
    LocalReceiver(
            final BounceAgent agent, final BenchPlan plan, final int rank, final Pool source) {
        this.agent = agent;
        this.plan = plan;
        this.source = source;
        device = plan.receiverDevice(rank);
        final RankPair ranks = plan.ranks().get(rank);
        pool = plan.pool(owner, plan.workload().receiverPoolBytes(ranks.receiver()), device);
        agent.register(pool.range()).orThrow();
        pairs =
                plan.workload()
                        .descriptors(
                                ranks,
                                new Placement(source.base(), 0),
                                new Placement(pool.base(), 0));
    }

    @Override
    public String name() {
        return agent.name();
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
        if (gaps != null) {
            gaps.poison();
        }
    }

    @Override
    public void verify(final Mode mode) throws BenchException {
        final DescriptorPairs moved =
                Transfers.moved(mode, pairs, pool.base(), plan.directSample());
        Verifier.check(mode.toString(), moved, source, pool);
    }

    @Override
    public long openGaps() {
        gapsOwner = Arena.ofShared();
        gaps = plan.pool(gapsOwner, Transfers.spreadBytes(pairs), device);
        spread = Transfers.spread(pairs, gaps.base());
        agent.register(gaps.range()).orThrow();
        return gaps.base();
    }

    @Override
    public void verifyGaps(final Mode mode) throws BenchException {
        final DescriptorPairs moved =
                mode == Mode.DIRECT ? Transfers.sampled(spread, plan.directSample()) : spread;
        Verifier.check(mode + " with gaps", moved, source, gaps);
        Verifier.checkGaps(mode + " with gaps", moved, gaps, Transfers.GAP_BYTES);
    }

    @Override
    public void closeGaps() throws BenchException {
        try {
            agent.deregister(gaps.range()).get(DEREGISTER_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException | ExecutionException failure) {
            throw new BenchException(
                    BenchException.FAILED, "a pool cannot be deregistered: " + failure);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
        gaps.close();
        gaps = null;
        gapsOwner.close();
    }

    @Override
    public void close() {
        try {
            Recordings.write(agent, Recordings.in(plan.recordings(), agent.name()));
        } catch (final BenchException failure) {
            LOG.warn("{}", failure.getMessage());
        }
        agent.close();
        if (gaps != null) {
            gaps.close();
        }
        pool.close();
        owner.close();
    }
}
