package dev.bounce.sim.world;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What follows the faulty phase. First a core of agents, with at least one pair of them that
/// communicates, is healed while everything else is frozen as it is: who is dead stays dead, who
/// stands still goes on standing still, what is cut stays cut. Then everything is healed.
final class Healing {
    private final Context context;
    private final Lives lives;
    private final Network network;
    private final Havoc havoc;
    private final List<Slot> slots;
    private final List<Agent> core = new ArrayList<>();
    private final boolean[] isInCore;

    /// Transfers from the core to those who are frozen, of the first [#sorted] slots.
    private final List<Slot> outward = new ArrayList<>();

    private int sorted;

    /// The transfer that kept the core from rest when it was last asked, `null` if none did.
    private Slot busy;

    Healing(
            final Context context,
            final Lives lives,
            final Network network,
            final Havoc havoc,
            final List<Slot> slots) {
        this.context = context;
        this.lives = lives;
        this.network = network;
        this.havoc = havoc;
        this.slots = slots;
        isInCore = new boolean[lives.agents().length];
    }

    /// Heals a core and freezes the rest.
    void healCore() {
        final long mask = context.settings().core();
        final Slot kept = slots.get((int) context.dice().below(Topic.CORE, 0, 0, slots.size()));
        for (final Agent agent : lives.agents()) {
            final boolean drawn = (mask >>> agent.index() & 1) == 1;
            if (drawn || agent.index() == kept.sender() || agent.index() == kept.receiver()) {
                core.add(agent);
                isInCore[agent.index()] = true;
            }
        }
        freezeRest();
        heal(core);
        if (isPartial()) {
            context.marks().hit(Mark.CORE_ALONE);
        }
    }

    private void freezeRest() {
        for (final Agent agent : lives.agents()) {
            if (!isCore(agent)) {
                agent.frozen = true;
                if (agent.backlog != null) {
                    agent.pausedUntilNanos = Long.MAX_VALUE;
                }
                if (!agent.isAlive()) {
                    context.marks().hit(Mark.PEER_STAYED_DEAD);
                }
            }
            for (final Agent peer : lives.agents()) {
                if (agent != peer && !(isCore(agent) && isCore(peer))) {
                    network.freeze(agent, peer);
                }
            }
        }
    }

    /// Heals everything.
    void healAll() {
        for (final Agent agent : lives.agents()) {
            agent.frozen = false;
        }
        core.clear();
        core.addAll(List.of(lives.agents()));
        Arrays.fill(isInCore, true);
        outward.clear();
        sorted = 0;
        heal(core);
    }

    /// An agent of the core has failed all the same: a copy that began among the faults took too
    /// long for its clock. Its process is replaced.
    void replace(final Agent agent) {
        if (isCore(agent) && agent.isAlive()) {
            havoc.end(agent, Mark.FAILED_AGENT_REPLACED);
            lives.beginAll(core);
        }
    }

    /// Agents of the core that have failed and that nobody has asked for anything since: whoever
    /// looks after their processes replaces them.
    ///
    /// @return whether there was one
    boolean replaceFailed() {
        boolean found = false;
        for (final Agent agent : List.copyOf(core)) {
            if (agent.isAlive() && agent.life.view().isFailed()) {
                replace(agent);
                found = true;
            }
        }
        return found;
    }

    private void heal(final List<Agent> agents) {
        for (final Agent agent : agents) {
            for (final Agent peer : agents) {
                network.heal(agent, peer);
            }
        }
        agents.forEach(havoc::end);
        lives.beginAll(agents);
    }

    /// Whether some agents are frozen.
    boolean isPartial() {
        return core.size() < lives.agents().length;
    }

    /// Whether an agent is one of those that are healed.
    boolean isCore(final Agent agent) {
        return isInCore[agent.index()];
    }

    /// Whether nothing is left of the core's work: its requests are resolved, none waits to be
    /// submitted inside it, its arenas are free. Asked after every event, and a transfer keeps the
    /// core from rest for many of them.
    boolean isAtRest(final Application application) {
        if (busy == null || !isBusy(application, busy)) {
            busy = findBusy(application);
        }
        return busy == null && lives.areEmpty(core);
    }

    private Slot findBusy(final Application application) {
        for (int index = 0; index < slots.size(); index++) {
            if (isBusy(application, slots.get(index))) {
                return slots.get(index);
            }
        }
        return null;
    }

    private boolean isBusy(final Application application, final Slot slot) {
        return application.isBusy(slot) && isCoreWork(slot);
    }

    /// A request is the core's if a member sends it; one that waits is only if both ends are.
    private boolean isCoreWork(final Slot slot) {
        return isInCore[slot.sender()] && (slot.open != null || isInCore[slot.receiver()]);
    }

    /// Whether a request from the core to somebody who is frozen can only fail: nobody is there to
    /// answer it.
    private boolean isHopeless(final Slot slot) {
        final Agent sender = lives.agents()[slot.sender()];
        final Agent receiver = lives.agents()[slot.receiver()];
        return !receiver.isAlive()
                || receiver.backlog != null
                || network.isFrozen(sender, receiver)
                || network.isFrozen(receiver, sender);
    }

    /// A request of the core that can only fail and has not, although it is older than
    /// `limitNanos`; `null` if there is none.
    Slot overdue(final long limitNanos) {
        while (sorted < slots.size()) {
            final Slot slot = slots.get(sorted++);
            if (isInCore[slot.sender()] && !isInCore[slot.receiver()]) {
                outward.add(slot);
            }
        }
        final long now = context.queue().nowNanos();
        for (int index = 0; index < outward.size(); index++) {
            final Slot slot = outward.get(index);
            if (slot.open != null
                    && now - slot.hopelessSinceNanos > limitNanos
                    && isHopeless(slot)) {
                return slot;
            }
        }
        return null;
    }

    /// From now on requests are judged by how long they have been hopeless.
    void startClocks() {
        for (final Slot slot : slots) {
            slot.hopelessSinceNanos = Math.max(slot.hopelessSinceNanos, context.queue().nowNanos());
        }
    }
}
