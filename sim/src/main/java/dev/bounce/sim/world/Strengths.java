package dev.bounce.sim.world;

/// How strong each family of faults is in a seed.
final class Strengths {
    private Strengths() {}

    /// The strength of a family: off with probability 1/2, else log-uniform in its range. 0 is off.
    static int draw(final Dice dice, final Profile profile, final Fault family) {
        if (profile == Profile.CALM || dice.below(Topic.FAULT_ENABLED, family.key(), 0, 2) == 1) {
            return 0;
        }
        return (int)
                dice.logBetween(Topic.FAULT_STRENGTH, family.key(), 0, family.low(), family.high());
    }
}
