package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The agents of a benchmark and their pools: a sender that coalesces, one on the same pool that
/// does not, and one agent for each receiver.
final class BenchSites implements AutoCloseable {
    private static final long READY_SECONDS = 30;

    /// A receiver and what is moved to it.
    record Target(BounceAgent agent, Pool pool, RankPair ranks, DescriptorPairs pairs) {}

    private final Arena owner = Arena.ofShared();
    private final LocalFabric fabric = new LocalFabric();
    private final BounceAgent coalescing;
    private final BounceAgent direct;
    private final Pool source;
    private final List<Target> targets = new ArrayList<>();

    private BenchSites(final BenchPlan plan) {
        final Workload workload = plan.workload();
        final List<RankPair> ranks =
                workload.pairs().stream()
                        .filter(pair -> pair.sender() == 0)
                        .limit(plan.receivers())
                        .toList();
        source = new Pool(owner, workload.senderPoolBytes(0));
        source.randomize(1);
        coalescing = start("prefill", plan.config());
        direct = start("prefill-direct", withoutBounce(plan.config()));
        coalescing.register(source.inside());
        direct.register(source.inside());
        for (final RankPair pair : ranks) {
            final Pool pool = new Pool(owner, workload.receiverPoolBytes(pair.receiver()));
            final BounceAgent agent = start("decode-" + pair.receiver(), plan.config());
            agent.register(pool.inside());
            targets.add(
                    new Target(
                            agent,
                            pool,
                            pair,
                            workload.descriptors(
                                    pair,
                                    new Placement(source.base(), 0),
                                    new Placement(pool.base(), 0))));
        }
    }

    /// Starts the agents and waits for their links.
    ///
    /// @throws BenchException if there is no room, or a link does not open
    static BenchSites open(final BenchPlan plan) throws BenchException {
        final BenchSites sites;
        try {
            sites = new BenchSites(plan);
        } catch (final OutOfMemoryError full) {
            throw new BenchException(
                    BenchException.ENVIRONMENT,
                    "no room for the pools of "
                            + plan.workload().name()
                            + ": "
                            + full.getMessage()
                            + "; give the JVM more with -XX:MaxDirectMemorySize");
        }
        try {
            for (final Target target : sites.targets) {
                sites.load(target.agent);
            }
        } catch (final BenchException failure) {
            sites.close();
            throw failure;
        }
        return sites;
    }

    private BounceAgent start(final String name, final BounceConfig config) {
        // Completing a future only wakes the thread that measures, which the reactor may do.
        return BounceAgent.named(name)
                .config(config)
                .fabric(fabric)
                .executor(Runnable::run)
                .start();
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

    /// Makes a receiver, as it is now, known to both senders.
    void load(final BounceAgent receiver) throws BenchException {
        final byte[] description = receiver.describe();
        coalescing.load(description);
        direct.load(description);
        try {
            coalescing.awaitReady(receiver.name()).get(READY_SECONDS, TimeUnit.SECONDS);
        } catch (final TimeoutException late) {
            throw new BenchException(
                    BenchException.TIMEOUT,
                    "the link to %s did not open within %d s"
                            .formatted(receiver.name(), READY_SECONDS));
        } catch (final ExecutionException never) {
            throw new BenchException(
                    BenchException.FAILED, "no link: " + never.getCause().getMessage());
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new BenchException(BenchException.FAILED, "interrupted");
        }
    }

    /// Who submits in that mode.
    BounceAgent sender(final Mode mode) {
        return mode == Mode.BOUNCE ? coalescing : direct;
    }

    Pool source() {
        return source;
    }

    List<Target> targets() {
        return targets;
    }

    @Override
    public void close() {
        final List<BounceAgent> agents = new ArrayList<>(List.of(coalescing, direct));
        targets.forEach(target -> agents.add(target.agent));
        agents.forEach(BounceAgent::shutDown);
        agents.forEach(BounceAgent::close);
        owner.close();
    }
}
