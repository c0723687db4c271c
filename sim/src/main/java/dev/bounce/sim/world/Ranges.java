package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.sim.check.Life;

/// Applications that take a pool of memory back and register it again later. Between
/// [Effect.Deregistered] and then nothing may touch it (rule 17).
final class Ranges {
    private final Context context;
    private final Lives lives;
    private final Traffic traffic;
    private final Life[] waiting = new Life[Decisions.MOST_AGENTS];
    private final long[] bases = new long[Decisions.MOST_AGENTS];

    Ranges(final Context context, final Lives lives, final Traffic traffic) {
        this.context = context;
        this.lives = lives;
        this.traffic = traffic;
    }

    /// Whether an agent lives and has all its memory.
    boolean isIdle(final Agent agent) {
        return agent.isAlive() && waiting[agent.index()] != agent.life;
    }

    /// Takes a pool back for a while. Where puts of peers land by themselves, those peers are
    /// forgotten first. The agent is idle.
    void deregister(final Agent agent, final boolean ofSources, final long nanos) {
        final int index = agent.index();
        final Life life = agent.life;
        waiting[index] = life;
        context.harm().begin(index);
        bases[index] = ofSources ? Memory.sourceBase(index) : Memory.destinationBase(index);
        agent.memory.setLeaving(bases[index], true);
        if (!ofSources && context.settings().oneSidedDirect()) {
            for (final Agent peer : lives.agents()) {
                lives.forget(agent, peer);
            }
        }
        context.engines().deliver(agent, life, new Event.MemoryDeregistered(bases[index]));
        context.queue().after(nanos, () -> register(agent, life));
    }

    /// An engine says that nothing touches a range any more.
    void deregistered(final Agent agent, final Effect.Deregistered effect) {
        if (waiting[agent.index()] == agent.life && bases[agent.index()] == effect.base()) {
            agent.memory.setGone(effect.base(), true);
            context.marks().hit(Mark.RANGE_DEREGISTERED);
        }
    }

    /// Registers what an agent has taken back.
    void register(final Agent agent) {
        register(agent, agent.life);
    }

    private void register(final Agent agent, final Life life) {
        final int index = agent.index();
        if (life == null || agent.life != life || waiting[index] != life || agent.frozen) {
            return;
        }
        waiting[index] = null;
        final long base = bases[index];
        agent.memory.setGone(base, false);
        agent.memory.setLeaving(base, false);
        final long bytes =
                base == Memory.sourceBase(index)
                        ? traffic.sourceBytes(index)
                        : traffic.destinationBytes(index);
        context.engines().deliver(agent, life, new Event.MemoryRegistered(base, bytes));
        for (final Agent peer : lives.agents()) {
            lives.load(agent, peer);
        }
        context.harm().end(index, context.queue().nowNanos());
    }
}
