package dev.bounce.sim.world;

import dev.bounce.sim.FailedTrace;
import dev.bounce.sim.check.PropertyViolation;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;

/// Whatever is left out of what a seed decided: nothing else is decided, nothing is violated, and
/// the shorter run is repeated from its own decisions. What fails is written to a trace file.
class ScriptPropertyTest {
    private static final FailedTrace TRACE = new FailedTrace(Simulation::run);

    @Property(seed = "41", tries = 20, shrinking = ShrinkingMode.BOUNDED)
    void anyPartOfTheDecisionsShouldHold(
            @ForAll @LongRange(min = 1, max = 5_000) final long seed,
            @ForAll final Profile profile,
            @ForAll @IntRange(min = 0, max = 100) final int percent,
            @ForAll final long choice) {
        check(seed, profile, percent, choice);
    }

    @Property(tries = 3, shrinking = ShrinkingMode.BOUNDED)
    void anyPartOfTheDecisionsShouldHoldForFreshSeeds(
            @ForAll @LongRange(min = 1) final long seed,
            @ForAll final Profile profile,
            @ForAll @IntRange(min = 0, max = 100) final int percent,
            @ForAll final long choice) {
        check(seed, profile, percent, choice);
    }

    private static void check(
            final long seed, final Profile profile, final int percent, final long choice) {
        final Script script = Script.of(seed, profile);
        final List<Decision> all = Simulation.run(script).decisions();
        final Dice dice = new Dice(choice);
        final List<Decision> part =
                IntStream.range(0, all.size())
                        .filter(index -> dice.below(0, 0, index, 100) < percent)
                        .mapToObj(all::get)
                        .toList();
        final SeedResult shorter = TRACE.check(script.with(part));
        final List<Decision> more = new ArrayList<>(shorter.decisions());
        more.removeAll(part);
        if (!more.isEmpty()) {
            throw TRACE.failure(
                    script.with(part),
                    new PropertyViolation("NothingElseIsDecided", more.getFirst() + " was"));
        }
    }
}
