package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.sim.check.Life;

/// What befalls whole agents: their processes die and come back, and their applications forget
/// peers and load them again.
final class Havoc {
    private static final long MICRO = 1_000;

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
        final FaultPlan faults = context.faults();
        for (int ordinal = 0; ordinal < faults.strength(Fault.CRASH); ordinal++) {
            final long key = ordinal;
            context.queue().at(time(Fault.CRASH, ordinal), () -> crash(key));
        }
        for (int ordinal = 0; ordinal < faults.strength(Fault.FORGET); ordinal++) {
            final long key = ordinal;
            context.queue().at(time(Fault.FORGET, ordinal), () -> forget(key));
        }
        for (int ordinal = 0; ordinal < faults.strength(Fault.PARTITION); ordinal++) {
            final long key = ordinal;
            context.queue().at(time(Fault.PARTITION, ordinal), () -> cut(key));
        }
    }

    /// That agent does not come back by itself.
    void keepDead(final Agent agent) {
        absent = agent;
    }

    private void crash(final long ordinal) {
        final Agent agent = agents[(int) pick(Fault.CRASH, ordinal, 0, agents.length)];
        if (!context.faults().isActive() || !agent.isAlive()) {
            return;
        }
        context.faults().applied(Fault.CRASH);
        lives.kill(agent);
        final long lease = context.settings().link().leaseNanos();
        final boolean moves = pick(Fault.CRASH, ordinal, 1, 2) == 0;
        context.queue()
                .after(
                        delay(Fault.CRASH, ordinal, 2, 2 * lease),
                        () -> restart(agent, moves, ordinal));
    }

    private void restart(final Agent agent, final boolean moves, final long ordinal) {
        if (agent.isAlive() || agent == absent) {
            return;
        }
        if (moves) {
            agent.endpoint++;
        }
        lives.begin(agent);
        final long lease = context.settings().link().leaseNanos();
        for (final Agent peer : agents) {
            lives.load(agent, peer);
            final long delay = delay(Fault.CRASH, ordinal, 3 + peer.index(), lease / 2);
            final Life life = peer.life;
            context.queue()
                    .after(
                            delay,
                            () -> {
                                if (peer.life == life) {
                                    lives.load(peer, agent);
                                }
                            });
        }
    }

    private void forget(final long ordinal) {
        final Agent agent = agents[(int) pick(Fault.FORGET, ordinal, 0, agents.length)];
        final int distance = 1 + (int) pick(Fault.FORGET, ordinal, 1, agents.length - 1);
        final Agent peer = agents[(agent.index() + distance) % agents.length];
        if (!context.faults().isActive()
                || !agent.isAlive()
                || agent.loaded[peer.index()] == null) {
            return;
        }
        context.faults().applied(Fault.FORGET);
        agent.loaded[peer.index()] = null;
        final Life life = agent.life;
        context.engines().deliver(agent, life, new Event.Forget(peer.name()));
        context.queue()
                .after(
                        delay(Fault.FORGET, ordinal, 2, context.settings().link().leaseNanos()),
                        () -> {
                            if (agent.life == life) {
                                lives.load(agent, peer);
                            }
                        });
    }

    private void cut(final long ordinal) {
        final Agent agent = agents[(int) pick(Fault.PARTITION, ordinal, 0, agents.length)];
        final int distance = 1 + (int) pick(Fault.PARTITION, ordinal, 1, agents.length - 1);
        final Agent peer = agents[(agent.index() + distance) % agents.length];
        final long longest = 3 * context.settings().link().leaseNanos();
        final long until = context.queue().nowNanos() + delay(Fault.PARTITION, ordinal, 2, longest);
        network.cut(agent, peer, until);
        if (pick(Fault.PARTITION, ordinal, 3, 2) == 0) {
            network.cut(peer, agent, until);
        }
    }

    /// While the transfers of a burst run, or at any time.
    private long time(final Fault fault, final long ordinal) {
        final Settings settings = context.settings();
        final boolean soon = pick(fault, ordinal, 100, 2) == 0;
        final long span = soon ? 4 * settings.submitNanos() : settings.faultNanos();
        return context.dice()
                .below(
                        Topic.FAULT_TIME,
                        fault.key(),
                        ordinal,
                        Math.min(span, settings.faultNanos()));
    }

    private long pick(final Fault fault, final long ordinal, final int which, final long bound) {
        return context.dice().below(Topic.FAULT_DETAIL, fault.key(), ordinal << 8 | which, bound);
    }

    private long delay(final Fault fault, final long ordinal, final int which, final long longest) {
        return context.dice()
                .logBetween(
                        Topic.FAULT_DETAIL,
                        fault.key(),
                        ordinal << 8 | which,
                        100 * MICRO,
                        Math.max(100 * MICRO, longest));
    }
}
