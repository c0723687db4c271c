package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import java.lang.foreign.Arena;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// The agents of a benchmark and their pools: a sender that coalesces, one on the same pool that
/// does not, and one agent for each receiver, in a process of its own unless the plane is inside
/// one.
final class BenchSites implements AutoCloseable {
    private static final long READY_SECONDS = 30;

    /// A receiver and what is moved to it.
    record Target(BenchReceiver receiver, DescriptorPairs pairs) {}

    private final Arena owner = Arena.ofShared();
    private final LocalFabric fabric = new LocalFabric();
    private final BenchPlan plan;
    private final BounceAgent coalescing;
    private final BounceAgent direct;
    private final Pool source;
    private final List<Target> targets = new ArrayList<>();

    private BenchSites(final BenchPlan plan) {
        this.plan = plan;
        source = plan.pool(owner, plan.workload().senderPoolBytes(0), plan.senderDevice());
        source.randomize(1);
        coalescing = start("prefill", plan.config(), plan.senderDevice());
        direct = start("prefill-direct", withoutBounce(plan.config()), plan.senderDevice());
        coalescing.register(source.range()).orThrow();
        direct.register(source.range()).orThrow();
    }

    private void addReceivers() throws BenchException {
        final List<RankPair> ranks = plan.ranks();
        for (int rank = 0; rank < ranks.size(); rank++) {
            final BenchReceiver receiver =
                    plan.plane() == PlaneKind.LOCAL
                            ? new LocalReceiver(
                                    start(
                                            "decode-" + rank,
                                            plan.config(),
                                            plan.receiverDevice(rank)),
                                    plan,
                                    rank,
                                    source)
                            : new RemoteReceiver(plan, rank);
            targets.add(
                    new Target(
                            receiver,
                            plan.workload()
                                    .descriptors(
                                            ranks.get(rank),
                                            new Placement(source.base(), 0),
                                            new Placement(receiver.poolBase(), 0))));
        }
    }

    /// Starts the agents and waits for their links.
    ///
    /// @throws BenchException if there is no room, or a link does not open
    static BenchSites open(final BenchPlan plan) throws BenchException {
        BenchSites sites = null;
        try {
            sites = new BenchSites(plan);
            sites.addReceivers();
            for (final Target target : sites.targets) {
                sites.load(target.receiver);
            }
            return sites;
        } catch (final OutOfMemoryError full) {
            closeUnlessNull(sites);
            throw new BenchException(
                    BenchException.ENVIRONMENT,
                    "no room for the pools of "
                            + plan.workload().name()
                            + ": "
                            + full.getMessage()
                            + "; give the JVM more with -XX:MaxDirectMemorySize");
        } catch (final CudaException | IllegalArgumentException unusable) {
            closeUnlessNull(sites);
            throw new BenchException(BenchException.ENVIRONMENT, unusable.getMessage());
        } catch (final BenchException failure) {
            closeUnlessNull(sites);
            throw failure;
        }
    }

    private static void closeUnlessNull(final BenchSites sites) {
        if (sites != null) {
            sites.close();
        }
    }

    private BounceAgent start(final String name, final BounceConfig config, final int device) {
        return plan.agent(name, config, device).fabric(fabric).start();
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
    void load(final BenchReceiver receiver) throws BenchException {
        final byte[] description = receiver.description();
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

    /// Writes what the senders did, if that is asked for; receivers do it as they close.
    void record() throws BenchException {
        for (final BounceAgent agent : List.of(coalescing, direct)) {
            Recordings.write(agent, Recordings.in(plan.recordings(), agent.name()));
        }
    }

    /// Who submits in that mode.
    BounceAgent sender(final Mode mode) {
        return mode == Mode.BOUNCE ? coalescing : direct;
    }

    List<Target> targets() {
        return targets;
    }

    @Override
    public void close() {
        coalescing.shutDown();
        direct.shutDown();
        coalescing.close();
        direct.close();
        targets.forEach(target -> target.receiver.close());
        source.close();
        owner.close();
    }
}
