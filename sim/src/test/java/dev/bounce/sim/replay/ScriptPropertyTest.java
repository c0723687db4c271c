package dev.bounce.sim.replay;

import static org.junit.jupiter.api.Assertions.fail;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import dev.bounce.spec.trace.TraceFileSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;

/// Any part of what a seed decides, in a world that is made smaller here and there, violates
/// nothing and is repeated by its own decisions. What fails is written to a trace file.
class ScriptPropertyTest {
    private static final Path FOLDER = Path.of("target", "failed-traces");
    private static final List<Map<String, Long>> WORLDS =
            List.of(
                    Map.of("agents", 2L),
                    Map.of("agents", 3L, "mostTransfers", 2L),
                    Map.of("agents", 2L, "flows", 1L, "pending", 1L),
                    Map.of("agents", 2L, "arenasDiffer", 0L, "arena0.chunks", 4L));

    /// What to run: generated data, which shrinks towards few decisions.
    ///
    /// @param seed of all draws
    /// @param profile what kind of world
    /// @param world which knobs are set
    /// @param kept per thousand of the decisions
    /// @param salt which of them
    record Case(long seed, Profile profile, int world, int kept, int salt) {}

    @Property(
            seed = "21",
            tries = 40,
            shrinking = ShrinkingMode.BOUNDED,
            edgeCases = EdgeCasesMode.NONE)
    void shouldViolateNothingWhateverIsLeftOut(@ForAll("cases") final Case one) {
        check(one);
        Statistics.label("profile")
                .collect(one.profile())
                .coverage(coverage -> coverage.check(Profile.DEFAULT).count(count -> count > 0));
    }

    @Property(tries = 8, shrinking = ShrinkingMode.BOUNDED, edgeCases = EdgeCasesMode.NONE)
    void shouldViolateNothingInCasesNeverRunBefore(@ForAll("cases") final Case one) {
        check(one);
    }

    @Provide
    Arbitrary<Case> cases() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 1_000_000),
                        Arbitraries.of(Profile.class),
                        Arbitraries.integers().between(0, WORLDS.size() - 1),
                        Arbitraries.integers().between(0, 1_000),
                        Arbitraries.integers())
                .as(Case::new);
    }

    private static void check(final Case one) {
        final Script script = script(one);
        final SeedResult first = Simulation.run(script);
        if (first.violation() != null) {
            report(script, first.violation());
        }
        final SeedResult again = Simulation.run(script.with(first.decisions()));
        if (again.hash() != first.hash()) {
            report(script, new PropertyViolation("Determinism", "the hash differs"));
        }
    }

    private static Script script(final Case one) {
        Script script = Script.of(one.seed(), one.profile());
        for (final Map.Entry<String, Long> knob : WORLDS.get(one.world()).entrySet()) {
            script = script.with(knob.getKey(), knob.getValue());
        }
        final List<Decision> kept = new ArrayList<>();
        for (final Decision decision : Simulation.run(script).decisions()) {
            final int draw = Math.floorMod(31 * decision.key().hashCode() + one.salt(), 1_000);
            if (decision.isSubmission() || draw < one.kept()) {
                kept.add(decision);
            }
        }
        return script.with(kept);
    }

    private static void report(final Script script, final PropertyViolation violation) {
        try {
            Files.createDirectories(FOLDER);
            final Path file =
                    FOLDER.resolve(script.profile().label() + "-" + script.seed() + ".jsonl");
            try (TraceFileSink sink = new TraceFileSink(file)) {
                SimulationTrace.write(Simulation::run, script, false, sink);
            }
            fail(
                    violation.property()
                            + ": "
                            + violation.observed()
                            + "; ./bounce replay sim/"
                            + file
                            + ", ./bounce minimize sim/"
                            + file
                            + " -o small.jsonl",
                    violation);
        } catch (final IOException full) {
            fail("no trace could be written of " + script, full);
        }
    }
}
