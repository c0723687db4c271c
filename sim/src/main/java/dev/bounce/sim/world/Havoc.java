package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.sim.check.Life;
import java.util.function.Consumer;

/// What befalls whole agents: their processes die and come back, and their applications forget
/// peers and load them again.
final class Havoc {
    private static final long SHORTEST_NANOS = 100_000;

    private final Context context;
    private final Lives lives;
    private final Outages outages;
    private final Ranges ranges;
    private final Agent[] agents;

    Havoc(final Context context, final Lives lives, final Network network, final Traffic traffic) {
        this.context = context;
        this.lives = lives;
        outages = new Outages(context, network, lives.agents());
        ranges = new Ranges(context, lives, traffic);
        agents = lives.agents();
    }

    /// Plans what will happen during the faulty phase.
    void start() {
        final long lease = context.settings().link().leaseNanos();
        plan(Fault.CRASH, 2 * lease, this::crash);
        plan(Fault.DEVICE_FAILED, lease, this::failDevice);
        plan(Fault.FORGET, lease, this::forget);
        plan(Fault.DEREGISTER, lease, this::deregister);
        plan(Fault.PARTITION, 3 * lease, outages::cut);
        plan(Fault.PAUSE, 6 * lease, outages::pause);
        if (context.settings().assumedNanos() == 0) {
            // An ASSUMED fence trusts the rate of the clocks.
            plan(Fault.CLOCK_JUMP, context.settings().longestJumpNanos(), outages::jump);
        }
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
        context.queue().after(planned.value(), () -> restart(agent, planned));
    }

    private void failDevice(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject()];
        if (!agent.isAlive() || agent.failed) {
            return;
        }
        context.faults().strike(planned);
        agent.failed = true;
        context.harm().disturb(agent.life);
        final Life life = agent.life;
        context.engines().deliver(agent, life, new Event.DeviceFailed("planned"));
        context.queue()
                .after(
                        planned.value(),
                        () -> {
                            if (agent.life == life && !agent.frozen) {
                                lives.kill(agent);
                                restart(agent, planned);
                            }
                        });
    }

    private void restart(final Agent agent, final FaultPlan.Planned planned) {
        if (agent.isAlive() || agent.frozen) {
            return;
        }
        if (pick(planned, 1, 2) == 0) {
            agent.endpoint++;
        }
        if (pick(planned, 2, 3) == 0 && mayRename()) {
            agent.rename();
            context.marks().hit(Mark.NAME_CHANGED);
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

    /// Whoever waits for evidence of a link that is gone for good would wait for ever.
    private boolean mayRename() {
        return context.profile() != Profile.MODEL && context.profile() != Profile.SERVING;
    }

    private void forget(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject() / Decisions.MOST_AGENTS];
        final Agent peer = agents[planned.subject() % Decisions.MOST_AGENTS];
        if (!agent.isAlive() || agent.loaded[peer.index()] == null) {
            return;
        }
        context.faults().strike(planned);
        final Life life = agent.life;
        context.harm().begin(agent.index(), peer.index());
        lives.forget(agent, peer);
        context.queue()
                .after(
                        planned.value(),
                        () -> {
                            if (agent.life == life) {
                                lives.load(agent, peer);
                            }
                            final long now = context.queue().nowNanos();
                            context.harm().end(agent.index(), peer.index(), now);
                        });
    }

    private void deregister(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject()];
        if (ranges.isIdle(agent)) {
            context.faults().strike(planned);
            ranges.deregister(agent, pick(planned, 1, 2) == 0, planned.value());
        }
    }

    /// An engine says that nothing touches a range any more.
    void deregistered(final Agent agent, final Effect.Deregistered effect) {
        ranges.deregistered(agent, effect);
    }

    /// Ends what would otherwise last: the process of an agent goes on, its memory is registered,
    /// and if its device has failed the process is replaced by the next [Lives#begin].
    void end(final Agent agent) {
        end(agent, Mark.AGENT_FAILED);
    }

    /// The same.
    ///
    /// @param mark what it means if an engine has failed its agent
    void end(final Agent agent, final Mark mark) {
        agent.pausedUntilNanos = 0;
        outages.resume(agent);
        if (agent.failed || isFailed(agent, mark)) {
            lives.kill(agent);
        }
        ranges.register(agent);
    }

    /// An engine fails its agent by itself when a copy seems to take too long, as after a jump of
    /// its clock (rule 17).
    private boolean isFailed(final Agent agent, final Mark mark) {
        final boolean failed = agent.isAlive() && agent.life.view().isFailed();
        if (failed) {
            context.marks().hit(mark);
        }
        return failed;
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
