package dev.bounce.sim.world;

/// Which faults a seed has, how strong they are, and how often each was really applied.
public final class FaultPlan {
    private static final Fault[] FAMILIES = Fault.values();

    private final Dice dice;
    private final int[] strengths = new int[FAMILIES.length];
    private final long[] applied = new long[FAMILIES.length];
    private boolean active = true;

    private FaultPlan(final Dice dice) {
        this.dice = dice;
    }

    /// Draws the faults of a seed: each family is off with probability 1/2.
    public static FaultPlan draw(final Dice dice) {
        final FaultPlan plan = new FaultPlan(dice);
        for (final Fault family : FAMILIES) {
            if (dice.below(Topic.FAULT_ENABLED, family.key(), 0, 2) == 0) {
                final long strength =
                        dice.logBetween(
                                Topic.FAULT_STRENGTH, family.key(), 0, family.low(), family.high());
                plan.enable(family, (int) strength);
            }
        }
        return plan;
    }

    /// A plan without faults, to which [#enable] adds.
    public static FaultPlan none(final Dice dice) {
        return new FaultPlan(dice);
    }

    /// Turns one family on at that strength.
    public FaultPlan enable(final Fault family, final int strength) {
        strengths[family.ordinal()] = strength;
        return this;
    }

    /// Strength of a family, 0 if it is off.
    public int strength(final Fault family) {
        return strengths[family.ordinal()];
    }

    /// Decides whether a fault strikes. Who acts on it says so by [#applied].
    public boolean strikes(final Fault family, final long pair, final long ordinal) {
        return active && dice.chance(family.key(), pair, ordinal, strength(family));
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
            if (appliedCount(family) > 0 && family.harmsLinks(strength(family))) {
                return true;
            }
        }
        return false;
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
