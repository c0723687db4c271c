package dev.bounce.sim.world;

import java.util.ArrayList;
import java.util.List;

/// Which faults a seed has, how strong they are, which struck, and how often each was really
/// applied.
public final class FaultPlan {
    private static final Fault[] FAMILIES = Fault.values();
    private static final int VALUE_SHIFT = 40;

    private final Dice dice;
    private final Decisions decisions;
    private final int[] strengths = new int[FAMILIES.length];
    private final long[] applied = new long[FAMILIES.length];
    private boolean active = true;

    private FaultPlan(final Dice dice, final Decisions decisions) {
        this.dice = dice;
        this.decisions = decisions;
    }

    /// A fault that is limited in number and will strike at a moment of its own.
    ///
    /// @param family the family
    /// @param subject agent or pair of agents
    /// @param ordinal number of the fault within its family
    /// @param value how long it lasts, in nanoseconds
    record Planned(Fault family, int subject, long ordinal, long value) {}

    /// Draws the faults of a seed in the default profile.
    public static FaultPlan draw(final Dice dice) {
        return of(dice, Script.of(0));
    }

    /// Draws which families a script's seed has, and how strong; what strikes is what the script
    /// prescribes, if it does.
    static FaultPlan of(final Dice dice, final Script script) {
        final FaultPlan plan = new FaultPlan(dice, new Decisions(script.decisions()));
        for (final Fault family : FAMILIES) {
            plan.enable(family, Strengths.draw(dice, script.profile(), family));
        }
        return plan;
    }

    /// A plan without faults, to which [#enable] adds.
    public static FaultPlan none(final Dice dice) {
        return new FaultPlan(dice, new Decisions(null));
    }

    /// Turns one family on at that strength, or off at strength 0.
    public FaultPlan enable(final Fault family, final int strength) {
        strengths[family.ordinal()] = strength;
        return this;
    }

    /// Strength of a family, 0 if it is off.
    public int strength(final Fault family) {
        return strengths[family.ordinal()];
    }

    /// All decisions of the run.
    Decisions decisions() {
        return decisions;
    }

    /// Decides whether a fault strikes. Who acts on it says so by [#applied].
    boolean strikes(final Fault family, final int subject, final long ordinal) {
        return strike(family, subject, ordinal, 1, 1) > 0;
    }

    /// Decides whether a fault strikes, and how hard: log-uniform between `low` and `high`, both at
    /// least 1, unless a script prescribes it. 0 if it does not strike.
    long strike(
            final Fault family,
            final int subject,
            final long ordinal,
            final long low,
            final long high) {
        if (!active) {
            return 0;
        }
        final long value =
                decisions.arePrescribed()
                        ? decisions.prescribed(family.key(), subject, ordinal)
                        : drawStrike(family, subject, ordinal, low, high);
        if (value > 0) {
            decisions.take(family.key(), subject, ordinal, value);
        }
        return value;
    }

    /// Decides on a fault that strikes whenever something is the case and its family is on, how
    /// hard as in [#strike(Fault, int, long, long, long)]. 0 if it does not strike.
    long strikeWhen(
            final boolean isCase,
            final Fault family,
            final int subject,
            final long ordinal,
            final long low,
            final long high) {
        long value = 0;
        if (active && decisions.arePrescribed()) {
            value = decisions.prescribed(family.key(), subject, ordinal);
        } else if (active && isCase && strength(family) > 0) {
            value = drawValue(family, subject, ordinal, low, high);
        }
        if (value > 0) {
            decisions.take(family.key(), subject, ordinal, value);
        }
        return value;
    }

    private long drawStrike(
            final Fault family,
            final int subject,
            final long ordinal,
            final long low,
            final long high) {
        if (!dice.chance(family.key(), subject, ordinal, strength(family))) {
            return 0;
        }
        return low == high ? low : drawValue(family, subject, ordinal, low, high);
    }

    private long drawValue(
            final Fault family,
            final int subject,
            final long ordinal,
            final long low,
            final long high) {
        final long key = (long) subject << VALUE_SHIFT | ordinal;
        return dice.logBetween(Topic.FAULT_VALUE, family.key(), key, low, Math.max(low, high));
    }

    /// The faults of a family that is limited in number. Each strikes by [#strike(Planned)] when
    /// its moment has come.
    ///
    /// @param low shortest, in nanoseconds, at least 1
    /// @param high longest
    List<Planned> planned(final Fault family, final int agents, final long low, final long high) {
        final List<Planned> planned = new ArrayList<>();
        if (decisions.arePrescribed()) {
            for (final long packed : decisions.prescribed(family.key())) {
                final int subject = Decisions.pair(packed);
                final long ordinal = Decisions.ordinal(packed);
                final long value = decisions.prescribed(family.key(), subject, ordinal);
                if (isKnown(family, subject, agents)) {
                    planned.add(new Planned(family, subject, ordinal, value));
                }
            }
            return planned;
        }
        for (long ordinal = 0; ordinal < strength(family); ordinal++) {
            final int subject = drawSubject(family, agents, ordinal);
            final long value = drawValue(family, 0, ordinal, low, high);
            planned.add(new Planned(family, subject, ordinal, value));
        }
        return planned;
    }

    private int drawSubject(final Fault family, final int agents, final long ordinal) {
        final int agent = (int) dice.below(Topic.FAULT_SUBJECT, family.key(), 2 * ordinal, agents);
        if (!family.isPaired()) {
            return agent;
        }
        final long distance =
                1 + dice.below(Topic.FAULT_SUBJECT, family.key(), 2 * ordinal + 1, agents - 1L);
        return Decisions.pair(agent, (int) ((agent + distance) % agents));
    }

    private static boolean isKnown(final Fault family, final int subject, final int agents) {
        final int from = family.isPaired() ? subject / Decisions.MOST_AGENTS : subject;
        final int to = family.isPaired() ? subject % Decisions.MOST_AGENTS : -1;
        return from < agents && to < agents && from != to;
    }

    /// A planned fault strikes now; who acts on it says so by [#applied].
    void take(final Planned planned) {
        decisions.take(
                planned.family().key(), planned.subject(), planned.ordinal(), planned.value());
    }

    /// A planned fault strikes and is applied now.
    void strike(final Planned planned) {
        take(planned);
        applied(planned.family());
    }

    /// A fault was really applied.
    public void applied(final Fault family) {
        applied[family.ordinal()]++;
    }

    /// How often a family was really applied.
    public long appliedCount(final Fault family) {
        return applied[family.ordinal()];
    }

    /// Whether anything was applied that a request may fail of without being struck itself.
    public boolean harmedLinks() {
        for (final Fault family : FAMILIES) {
            if (appliedCount(family) > 0 && harmsLinks(family)) {
                return true;
            }
        }
        return false;
    }

    /// Whether requests that a family does not strike themselves may fail of it. Where a script
    /// prescribes a family that its seed does not have, nothing is known of its strength.
    boolean harmsLinks(final Fault family) {
        final int strength = strength(family);
        return family.harmsLinks(strength == 0 ? Integer.MAX_VALUE : strength);
    }

    /// Whether faults still strike.
    public boolean isActive() {
        return active;
    }

    /// No fault strikes from now on.
    public void stop() {
        active = false;
    }
}
