package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Dice;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.FaultPlan;
import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Marks;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CampaignTest {
    private static final Campaign.Listener NOBODY = (_, _) -> {};

    @Test
    void shouldRunEverySeedOnceAndEveryFiftiethTwiceMore() {
        final List<Long> ran = new ArrayList<>();
        final List<Long> restored = new ArrayList<>();
        final Campaign campaign =
                new Campaign(
                        seed -> {
                            ran.add(seed);
                            return result(seed, 5, null);
                        },
                        seed -> {
                            restored.add(seed);
                            return result(seed, 5, null);
                        });
        final CampaignReport report = campaign.run(new SeedRange(10, 69), NOBODY);
        assertEquals(62, ran.size());
        assertEquals(List.of(10L, 60L), restored);
        assertEquals(60 * 7, report.steps());
        assertTrue(report.violations().isEmpty());
    }

    @Test
    void shouldFindARunThatIsNotDeterministic() {
        final long[] hash = {0};
        final Campaign campaign =
                new Campaign(seed -> result(seed, hash[0]++, null), seed -> result(seed, 0, null));
        final CampaignReport report = campaign.run(SeedRange.of(3), NOBODY);
        assertEquals(1, report.violations().size());
        assertEquals("Determinism", report.violations().getFirst().violation().property());
    }

    @Test
    void shouldFindASnapshotThatIsNotWhole() {
        final Campaign campaign =
                new Campaign(seed -> result(seed, 1, null), seed -> result(seed, 2, null));
        final CampaignReport report = campaign.run(SeedRange.of(3), NOBODY);
        assertEquals("SnapshotIsWhole", report.violations().getFirst().violation().property());
    }

    @Test
    void shouldGoOnAfterAViolation() {
        final PropertyViolation violation = new PropertyViolation("NoForeignWrite", "seen");
        final Campaign campaign =
                new Campaign(
                        seed -> result(seed, 1, seed % 2 == 0 ? violation : null),
                        seed -> result(seed, 1, null));
        final CampaignReport report = campaign.run(new SeedRange(1, 10), NOBODY);
        assertEquals(5, report.violations().size());
        assertEquals(10 * 3, report.transfers());
    }

    @Test
    void shouldCountWhichSeedsAFaultReallyStruck() {
        final Campaign campaign =
                new Campaign(seed -> result(seed, 1, null), seed -> result(seed, 1, null));
        final CampaignReport report = campaign.run(new SeedRange(1, 10), NOBODY);
        assertEquals(10, report.enabled(Fault.LOSS));
        assertEquals(5, report.struck(Fault.LOSS));
        assertEquals(10, report.applied(Fault.LOSS));
        assertEquals(0, report.enabled(Fault.CRASH));
        assertEquals(10, report.marks().count(Mark.WANT_REPEATED));
    }

    /// A seed of 7 steps and 3 transfers; loss is on, and strikes twice where the seed is even.
    static SeedResult result(final long seed, final long hash, final PropertyViolation violation) {
        final FaultPlan faults = FaultPlan.none(new Dice(seed)).enable(Fault.LOSS, 1_000);
        if (seed % 2 == 0) {
            faults.applied(Fault.LOSS);
            faults.applied(Fault.LOSS);
        }
        final Marks marks = new Marks();
        marks.hit(Mark.WANT_REPEATED);
        return new SeedResult(
                Script.of(seed),
                violation,
                7,
                9,
                1_000,
                hash,
                3,
                2,
                new TreeMap<>(),
                List.of(),
                faults,
                marks);
    }
}
