package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.workload.RankPair;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The senders and receivers of a benchmark: all of them here on the plane that is inside a
/// process, else the first sender here and each other one in a process of its own.
final class BenchSites implements AutoCloseable {
    private final LocalFabric fabric = new LocalFabric();
    private final BenchPlan plan;
    private final List<BenchSender> senders = new ArrayList<>();
    private final List<BenchReceiver> receivers = new ArrayList<>();

    private BenchSites(final BenchPlan plan) {
        this.plan = plan;
    }

    /// Starts the agents and waits for their links.
    ///
    /// @throws BenchException if there is no room, or a link does not open
    static BenchSites open(final BenchPlan plan) throws BenchException {
        final BenchSites sites = new BenchSites(plan);
        try {
            sites.start();
            for (final RankPair pair : plan.ranks()) {
                sites.load(pair.sender(), plan.receivers().indexOf(pair.receiver()));
            }
            return sites;
        } catch (final OutOfMemoryError full) {
            sites.close();
            throw new BenchException(
                    BenchException.ENVIRONMENT,
                    "no room for the pools of "
                            + plan.workload().name()
                            + ": "
                            + full.getMessage()
                            + "; give the JVM more with -XX:MaxDirectMemorySize");
        } catch (final CudaException | IllegalArgumentException unusable) {
            sites.close();
            throw new BenchException(BenchException.ENVIRONMENT, unusable.getMessage());
        } catch (final BenchException failure) {
            sites.close();
            throw failure;
        }
    }

    private void start() throws BenchException {
        final int receiverCount = plan.receivers().size();
        if (plan.plane() == PlaneKind.LOCAL) {
            final Map<Integer, Pool> sources = new HashMap<>();
            for (int sender = 0; sender < plan.shape().senders(); sender++) {
                final LocalSender here = new LocalSender(plan, sender, fabric);
                senders.add(here);
                sources.put(sender, here.source());
            }
            for (int receiver = 0; receiver < receiverCount; receiver++) {
                final BounceAgent agent =
                        plan.agent(BenchPlan.receiverName(receiver), plan.config(), 0)
                                .fabric(fabric)
                                .start();
                receivers.add(new LocalReceiver(agent, plan, receiver, sources));
            }
        } else {
            // Processes come up at the same time.
            for (int receiver = 0; receiver < receiverCount; receiver++) {
                receivers.add(new RemoteReceiver(plan, receiver));
            }
            for (int sender = 1; sender < plan.shape().senders(); sender++) {
                senders.add(new RemoteSender(plan, sender));
            }
            senders.addFirst(new LocalSender(plan, 0, fabric));
        }
        for (final BenchReceiver receiver : receivers) {
            receiver.awaitUp();
        }
        for (final BenchSender sender : senders) {
            sender.awaitUp();
        }
    }

    /// Makes a receiver, as it is now, known to a sender.
    void load(final int sender, final int receiver) throws BenchException {
        final BenchReceiver to = receivers.get(receiver);
        senders.get(sender).load(receiver, to.description(), to.poolBase());
    }

    /// By rank.
    List<BenchSender> senders() {
        return senders;
    }

    /// By index.
    List<BenchReceiver> receivers() {
        return receivers;
    }

    @Override
    public void close() {
        // Receivers last: they answer to what senders do as they end.
        senders.forEach(BenchSender::close);
        receivers.forEach(BenchReceiver::close);
    }
}
