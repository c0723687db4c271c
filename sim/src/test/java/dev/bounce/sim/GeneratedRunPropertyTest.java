package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.Detail;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomGenerator;
import net.jqwik.api.Shrinkable;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsCoverage;

/// In a generated world with a generated workload, whatever part of what its seed decides strikes:
/// nothing is violated, and the run is repeated by its own decisions.
class GeneratedRunPropertyTest {
    private static final Detail BARE = new Detail(false, false);

    /// Families that strike many of the runs, and groups of the others, which are rarer each.
    private static final Set<Fault> OFTEN =
            EnumSet.of(
                    Fault.CLOCK_DRIFT,
                    Fault.CLOCK_JUMP,
                    Fault.CRASH,
                    Fault.DELAY,
                    Fault.PARTITION,
                    Fault.PAUSE,
                    Fault.REORDERING);

    private static final Set<Fault> FRAMES =
            EnumSet.of(
                    Fault.LOSS,
                    Fault.DUPLICATION,
                    Fault.REORDERING,
                    Fault.DELAY,
                    Fault.QUEUE_FULL,
                    Fault.CLOG,
                    Fault.PARTITION,
                    Fault.HOSTILE);
    private static final Set<Fault> WRITES =
            EnumSet.of(
                    Fault.WRITE_NEVER,
                    Fault.WRITE_DIRTY,
                    Fault.WRITE_HUNG,
                    Fault.WRITE_PIECES,
                    Fault.FALSE_LANDING,
                    Fault.LATE_POST,
                    Fault.LINK_BROKEN,
                    Fault.PLANE_FAILED,
                    Fault.DIRECT_DIRTY);
    private static final Set<Fault> COPIES =
            EnumSet.of(
                    Fault.GATHER_FAILED,
                    Fault.GATHER_STALLED,
                    Fault.SCATTER_FAILED,
                    Fault.SCATTER_STALLED,
                    Fault.DEVICE_FAILED);
    private static final FailedTrace TRACE = new FailedTrace(Simulation::run);

    @Property(
            seed = "21",
            tries = 36,
            shrinking = ShrinkingMode.BOUNDED,
            edgeCases = EdgeCasesMode.NONE)
    void shouldViolateNothing(@ForAll("runs") final GeneratedRun run) {
        final SeedResult result = check(run);
        Statistics.label("profile")
                .collect(run.profile())
                .coverage(coverage -> allOf(List.of(Profile.values()), coverage, 1));
        for (final Fault family : Fault.values()) {
            if (result.faults().appliedCount(family) > 0) {
                Statistics.label("struck").collect(family);
            }
        }
        Statistics.label("struck")
                .coverage(
                        coverage -> {
                            allOf(OFTEN, coverage, 1);
                            anyOf(FRAMES, coverage, 15);
                            anyOf(WRITES, coverage, 10);
                            anyOf(COPIES, coverage, 5);
                        });
    }

    @Property(tries = 3, shrinking = ShrinkingMode.BOUNDED, edgeCases = EdgeCasesMode.NONE)
    void shouldViolateNothingInRunsNeverMadeBefore(@ForAll("runs") final GeneratedRun run) {
        check(run);
    }

    /// What is generated, without running it: every profile, family and knob in a good part.
    @Property(seed = "22", tries = 200, edgeCases = EdgeCasesMode.NONE)
    void shouldBeOfEveryKind(@ForAll("runs") final GeneratedRun run) {
        Statistics.label("profile")
                .collect(run.profile())
                .coverage(coverage -> allOf(List.of(Profile.values()), coverage, 8));
        run.families().forEach(family -> Statistics.label("family").collect(family));
        Statistics.label("family")
                .coverage(coverage -> allOf(List.of(Fault.values()), coverage, 50));
        run.knobs().keySet().forEach(knob -> Statistics.label("knob").collect(knob));
        Statistics.label("knob")
                .coverage(coverage -> allOf(GeneratedRun.knobNames(), coverage, 20));
        Statistics.label("picks, twenties")
                .collect(run.picks().size() / 20)
                .coverage(coverage -> allOf(List.of(0, 1, 2), coverage, 8));
    }

    /// A decision that is at fault is what a failing run shrinks to, in a world of no other knob.
    @Property(seed = "23", tries = 3, edgeCases = EdgeCasesMode.NONE)
    void shouldShrinkToWhatIsAtFault(@ForAll final Random random) {
        final List<Decision> all =
                IntStream.range(0, 50)
                        .mapToObj(ordinal -> new Decision("loss/0>1/" + ordinal, 1))
                        .toList();
        final Predicate<GeneratedRun> fails =
                run -> run.script(_ -> all).decisions().contains(all.get(7));
        final RandomGenerator<GeneratedRun> generator = GeneratedRun.any().generator(1_000);
        Shrinkable<GeneratedRun> smallest = generator.next(random);
        while (!fails.test(smallest.value()) || smallest.value().families().contains(Fault.LOSS)) {
            smallest = generator.next(random);
        }
        Shrinkable<GeneratedRun> smaller = smallest;
        while (smaller != null) {
            smallest = smaller;
            smaller =
                    smallest.shrink()
                            .filter(one -> fails.test(one.value()))
                            .findFirst()
                            .orElse(null);
        }
        final GeneratedRun run = smallest.value();
        assertEquals(List.of(all.get(7)), run.script(_ -> all).decisions());
        assertTrue(run.knobs().isEmpty(), run.toString());
    }

    @Provide
    Arbitrary<GeneratedRun> runs() {
        return GeneratedRun.any();
    }

    private static void allOf(
            final Collection<?> values, final StatisticsCoverage coverage, final int least) {
        for (final Object value : values) {
            coverage.check(value).count(count -> count >= least);
        }
    }

    private static void anyOf(
            final Collection<?> values, final StatisticsCoverage coverage, final int least) {
        coverage.checkQuery(collected -> values.contains(collected.getFirst()))
                .count(count -> count >= least);
    }

    private static SeedResult check(final GeneratedRun run) {
        return TRACE.check(run.script(GeneratedRunPropertyTest::decided));
    }

    private static List<Decision> decided(final Script script) {
        return Simulation.run(script, BARE).decisions();
    }
}
