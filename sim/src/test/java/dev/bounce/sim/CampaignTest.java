package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Dice;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.FaultPlan;
import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Marks;
import dev.bounce.sim.world.Profile;
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
                        (script, _) -> {
                            ran.add(script.seed());
                            return result(script.seed(), 5, null);
                        },
                        script -> {
                            restored.add(script.seed());
                            return result(script.seed(), 5, null);
                        });
        final CampaignReport report = run(campaign, new SeedRange(10, 69));
        assertEquals(62, ran.size());
        assertEquals(List.of(10L, 60L), restored);
        assertEquals(60 * 7, report.totals().engineSteps());
        assertTrue(report.violations().isEmpty());
    }

    @Test
    void shouldFindARunThatIsNotDeterministic() {
        final long[] hash = {0};
        final Campaign campaign =
                new Campaign(
                        (script, _) -> result(script.seed(), hash[0]++, null),
                        script -> result(script.seed(), 0, null));
        final CampaignReport report = run(campaign, SeedRange.of(3));
        assertEquals(1, report.violations().size());
        assertEquals("Determinism", report.violations().getFirst().property());
    }

    @Test
    void shouldFindASnapshotThatIsNotWhole() {
        final Campaign campaign =
                new Campaign(
                        (script, _) -> result(script.seed(), 1, null),
                        script -> result(script.seed(), 2, null));
        final CampaignReport report = run(campaign, SeedRange.of(3));
        assertEquals("SnapshotIsWhole", report.violations().getFirst().property());
    }

    @Test
    void shouldGoOnAfterAViolation() {
        final PropertyViolation violation = new PropertyViolation("NoForeignWrite", "seen");
        final Campaign campaign =
                new Campaign(
                        (script, _) ->
                                result(script.seed(), 1, script.seed() % 2 == 0 ? violation : null),
                        script -> result(script.seed(), 1, null));
        final CampaignReport report = run(campaign, new SeedRange(1, 10));
        assertEquals(5, report.violations().size());
        assertEquals(10 * 3, report.totals().transfers());
    }

    @Test
    void shouldCountWhichSeedsAFaultReallyStruck() {
        final Campaign campaign =
                new Campaign(
                        (script, _) -> result(script.seed(), 1, null),
                        script -> result(script.seed(), 1, null));
        final CampaignReport report = run(campaign, new SeedRange(1, 10));
        assertEquals(10, report.faults(Fault.LOSS).enabled());
        assertEquals(5, report.faults(Fault.LOSS).struck());
        assertEquals(10, report.faults(Fault.LOSS).applied());
        assertEquals(0, report.faults(Fault.CRASH).enabled());
        assertEquals(10, report.marks().count(Mark.WANT_REPEATED));
    }

    @Test
    void shouldRunTheSeedsOfItsShardInItsProfile() {
        final List<Script> ran = new ArrayList<>();
        final Campaign campaign =
                new Campaign(
                        (script, _) -> {
                            ran.add(script);
                            return result(script.seed(), 1, null);
                        },
                        script -> result(script.seed(), 1, null));
        final CampaignPlan plan =
                new CampaignPlan(new SeedRange(1, 10), new Shard(2, 3), Profile.CHAOS);
        final CampaignReport report = campaign.run(plan, NOBODY);
        assertEquals(List.of(new SeedRange(4, 6)), report.ran());
        assertEquals(Script.of(4, Profile.CHAOS), ran.getFirst());
        assertEquals(List.of(new SeedRange(1, 3), new SeedRange(7, 10)), report.missing());
    }

    private static CampaignReport run(final Campaign campaign, final SeedRange seeds) {
        return campaign.run(CampaignPlan.of(seeds), NOBODY);
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
