package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.sim.check.Life;

import java.util.function.Consumer;

/// What befalls whole agents: their processes die and come back, and their applications forget
/// peers and load them again.
final class Havoc {
    private static final long SHORTEST_NANOS = 100_000;

    private final Context context;
    private final Lives lives;
    private final Network network;
    private final Agent[] agents;
    private Agent absent;

    Havoc(final Context context, final Lives lives, final Network network) {
        this.context = context;
        this.lives = lives;
        this.network = network;
        agents = lives.agents();
    }

    /// Plans what will happen during the faulty phase.
    void start() {
        final long lease = context.settings().link().leaseNanos();
        plan(Fault.CRASH, 2 * lease, this::crash);
        plan(Fault.FORGET, lease, this::forget);
        plan(Fault.PARTITION, 3 * lease, this::cut);
    }

    /// That agent does not come back by itself.
    void keepDead(final Agent agent) {
        absent = agent;
    }

    private void plan(
            final Fault family, final long longest, final Consumer<FaultPlan.Planned> strike) {
        for (final FaultPlan.Planned planned :
                context.faults().planned(family, agents.length, SHORTEST_NANOS, longest)) {
            context.queue()
                    .at(
                            time(planned),
                            () -> {
                                if (context.faults().isActive()) {
                                    strike.accept(planned);
                                }
                            });
        }
    }

    private void crash(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject()];
        if (!agent.isAlive()) {
            return;
        }
        context.faults().strike(planned);
        lives.kill(agent);
        final boolean moves = pick(planned, 1, 2) == 0;
        context.queue().after(planned.value(), () -> restart(agent, moves, planned));
    }

    private void restart(final Agent agent, final boolean moves, final FaultPlan.Planned planned) {
        if (agent.isAlive() || agent == absent) {
            return;
        }
        if (moves) {
            agent.endpoint++;
        }
        lives.begin(agent);
        for (final Agent peer : agents) {
            lives.load(agent, peer);
            final Life life = peer.life;
            context.queue()
                    .after(
                            delay(planned, 3 + peer.index()),
                            () -> {
                                if (peer.life == life) {
                                    lives.load(peer, agent);
                                }
                            });
        }
    }

    private void forget(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject() / Decisions.MOST_AGENTS];
        final Agent peer = agents[planned.subject() % Decisions.MOST_AGENTS];
        if (!agent.isAlive() || agent.loaded[peer.index()] == null) {
            return;
        }
        context.faults().strike(planned);
        agent.loaded[peer.index()] = null;
        final Life life = agent.life;
        context.engines().deliver(agent, life, new Event.Forget(peer.name()));
        context.queue()
                .after(
                        planned.value(),
                        () -> {
                            if (agent.life == life) {
                                lives.load(agent, peer);
                            }
                        });
    }

    private void cut(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject() / Decisions.MOST_AGENTS];
        final Agent peer = agents[planned.subject() % Decisions.MOST_AGENTS];
        context.faults().strike(planned);
        final long until = context.queue().nowNanos() + planned.value();
        network.cut(agent, peer, until);
        if (pick(planned, 3, 2) == 0) {
            network.cut(peer, agent, until);
        }
    }

    /// While the transfers of a burst run, or at any time.
    private long time(final FaultPlan.Planned planned) {
        final Settings settings = context.settings();
        final boolean soon = pick(planned, 100, 2) == 0;
        final long span = soon ? 4 * settings.submitNanos() : settings.faultNanos();
        return context.dice()
                .below(
                        Topic.FAULT_TIME,
                        planned.family().key(),
                        planned.ordinal(),
                        Math.min(span, settings.faultNanos()));
    }

    private long pick(final FaultPlan.Planned planned, final int which, final long bound) {
        return context.dice()
                .below(
                        Topic.FAULT_DETAIL,
                        planned.family().key(),
                        planned.ordinal() << 8 | which,
                        bound);
    }

    private long delay(final FaultPlan.Planned planned, final int which) {
        return context.dice()
                .logBetween(
                        Topic.FAULT_DETAIL,
                        planned.family().key(),
                        planned.ordinal() << 8 | which,
                        SHORTEST_NANOS,
                        Math.max(SHORTEST_NANOS, context.settings().link().leaseNanos() / 2));
    }
}
