package dev.bounce.sim.world;

/// How strong each family of faults is in a seed.
final class Strengths {
    private static final int MOST_PER_MILLION = 950_000;
    private static final int MOST_PER_RUN = 9;
    private static final int MOST_DRIFT_BEYOND = 100_000;
    private static final int BEYOND = 5;

    private Strengths() {}

    /// The strength of a family: off with probability 1/2, else log-uniform in its range. 0 is off.
    static int draw(final Dice dice, final Profile profile, final Fault family) {
        return switch (profile) {
            case CALM -> 0;
            case MILD ->
                    family.harmsLinks(family.low())
                            ? 0
                            : draw(dice, family, 2, family.low(), family.highestHarmless());
            case DEFAULT, INCAST, DUPLEX -> draw(dice, family, 2, family.low(), family.high());
            case SERVING ->
                    switch (family) {
                        // Pools stay registered, and nothing goes direct.
                        case DEREGISTER, DIRECT_DIRTY -> 0;
                        // Few epochs are opened, so that the usual chance hits hardly one.
                        case LINK_BROKEN ->
                                draw(dice, family, 2, family.high(), 10L * family.high());
                        // Few chunks are written, too.
                        case WRITE_DIRTY, WRITE_HUNG, FALSE_LANDING ->
                                draw(dice, family, 2, middle(family), family.high());
                        default -> draw(dice, family, 2, family.low(), family.high());
                    };
            case MODEL ->
                    isModelled(family) ? draw(dice, family, 2, family.low(), family.high()) : 0;
            case CHAOS ->
                    family == Fault.QUEUE_FULL
                            ? draw(dice, family, 3, family.low(), middle(family))
                            : draw(dice, family, 3, middle(family), most(family, 1));
            case BEYOND -> draw(dice, family, 2, family.low(), most(family, BEYOND));
            case RESTART ->
                    family == Fault.CRASH
                            ? draw(dice, family, 0, 2, MOST_PER_RUN)
                            : draw(dice, family, 2, family.low(), family.high());
            case HOSTILE ->
                    family == Fault.HOSTILE
                            ? draw(dice, family, 0, middle(family), family.high())
                            : draw(dice, family, 2, family.low(), family.high());
        };
    }

    /// Off in one of `offIn` seeds, or never if that is 0.
    private static int draw(
            final Dice dice, final Fault family, final int offIn, final long low, final long high) {
        final boolean off =
                offIn > 0 && dice.below(Topic.FAULT_ENABLED, family.key(), 0, offIn) == offIn - 1;
        return off
                ? 0
                : (int)
                        dice.logBetween(
                                Topic.FAULT_STRENGTH, family.key(), 0, low, Math.max(low, high));
    }

    /// The geometric middle of a range, so that only its upper half is drawn from.
    private static long middle(final Fault family) {
        return (long) StrictMath.sqrt((double) family.low() * family.high());
    }

    private static long most(final Fault family, final int times) {
        if (family.isLimitedInNumber()) {
            return MOST_PER_RUN;
        }
        if (family == Fault.QUEUE_FULL) {
            return family.high();
        }
        if (family == Fault.CLOCK_DRIFT) {
            return times == 1 ? family.high() : MOST_DRIFT_BEYOND;
        }
        return Math.min((long) family.high() * times, MOST_PER_MILLION);
    }

    /// Whether the specification has the fault.
    private static boolean isModelled(final Fault family) {
        return family != Fault.FALSE_LANDING
                && family != Fault.DIRECT_DIRTY
                && family != Fault.DEREGISTER
                && family != Fault.HOSTILE;
    }
}
