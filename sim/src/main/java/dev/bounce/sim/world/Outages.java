package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.sim.check.Life;
import java.util.ArrayDeque;
import java.util.Deque;

/// What befalls agents without anybody dying: partitions, pauses, and jumps of clocks.
final class Outages {
    private static final int PAIR = 2;
    private static final int ONE = 3;

    private final Context context;
    private final Network network;
    private final Agent[] agents;

    Outages(final Context context, final Network network, final Agent[] agents) {
        this.context = context;
        this.network = network;
        this.agents = agents;
    }

    /// Cuts one agent from another, one from all others, or two halves from each other.
    void cut(final FaultPlan.Planned planned) {
        context.faults().take(planned);
        final long until = context.queue().nowNanos() + planned.value();
        final boolean bothWays = detail(planned, 3, 2) == 0;
        for (final Agent from : agents) {
            for (final Agent to : agents) {
                if (from != to && divides(planned, from, to)) {
                    network.cut(from, to, until);
                    if (bothWays) {
                        network.cut(to, from, until);
                    }
                }
            }
        }
    }

    private boolean divides(final FaultPlan.Planned planned, final Agent from, final Agent to) {
        final int first = planned.subject() / Decisions.MOST_AGENTS;
        final int second = planned.subject() % Decisions.MOST_AGENTS;
        final long mode = detail(planned, 4, 5);
        if (mode < PAIR) {
            return from.index() == first && to.index() == second;
        }
        if (mode == ONE) {
            return to.index() == first;
        }
        return mode == PAIR ? from.index() == first : isLeft(planned, from) && !isLeft(planned, to);
    }

    private boolean isLeft(final FaultPlan.Planned planned, final Agent agent) {
        return detail(planned, 10 + agent.index(), 2) == 0;
    }

    /// The process of an agent stands still.
    void pause(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject()];
        if (agent.isAlive()) {
            context.faults().strike(planned);
            if (planned.value() > context.settings().link().leaseNanos()) {
                context.marks().hit(Mark.LONG_PAUSE);
            }
            final long until = context.queue().nowNanos() + planned.value();
            agent.pausedUntilNanos = Math.max(agent.pausedUntilNanos, until);
            context.harm().disturb(agent.life);
            if (agent.backlog == null) {
                context.harm().begin(agent.index());
                agent.backlog = new ArrayDeque<>();
            }
            context.queue().at(until, () -> resume(agent));
        }
    }

    /// The process goes on, unless it was told to stand still for longer: first with what has
    /// arrived, then with its deadlines.
    void resume(final Agent agent) {
        if (agent.backlog == null || context.queue().nowNanos() < agent.pausedUntilNanos) {
            return;
        }
        final Deque<Runnable> backlog = agent.backlog;
        agent.backlog = null;
        while (!backlog.isEmpty()) {
            backlog.remove().run();
        }
        context.harm().end(agent.index(), context.queue().nowNanos());
        final Life life = agent.life;
        context.queue()
                .lastAt(
                        context.queue().nowNanos(),
                        () -> context.engines().deliver(agent, life, new Event.Tick()));
    }

    /// The clock of an agent jumps forward.
    void jump(final FaultPlan.Planned planned) {
        final Agent agent = agents[planned.subject()];
        context.faults().strike(planned);
        agent.clock().jump(planned.value());
        context.harm().disturb(agent.life);
        context.harm().begin(agent.index());
        context.harm().end(agent.index(), context.queue().nowNanos());
        context.engines().deliver(agent, agent.life, new Event.Tick());
    }

    private long detail(final FaultPlan.Planned planned, final int which, final long bound) {
        return context.dice()
                .below(
                        Topic.FAULT_DETAIL,
                        planned.family().key(),
                        planned.ordinal() << 8 | which,
                        bound);
    }
}
