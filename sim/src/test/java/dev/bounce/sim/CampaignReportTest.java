package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Profile;
import java.util.List;
import org.junit.jupiter.api.Test;

class CampaignReportTest {
    @Test
    void shouldMissARequiredSituationOnlyAfterEnoughSeeds() {
        final CampaignReport report = report(CampaignReport.ENOUGH_SEEDS);
        report.addRan(new SeedRange(1, CampaignReport.ENOUGH_SEEDS - 1));
        assertTrue(report.missingMarks().isEmpty());
        assertTrue(report.isGood());
        report.addRan(SeedRange.of(CampaignReport.ENOUGH_SEEDS));
        assertTrue(report.missingMarks().contains(Mark.QUARANTINED));
        assertFalse(report.missingMarks().contains(Mark.OPEN_REFUSED));
        assertFalse(report.isGood());
        report.marks().hit(Mark.QUARANTINED);
        assertFalse(report.missingMarks().contains(Mark.QUARANTINED));
    }

    @Test
    void shouldFindAFamilyThatIsHardlyApplied() {
        final CampaignReport report = report(1_000);
        final long enough = CampaignReport.ENOUGH_ENABLED;
        report.addFaults(Fault.LOSS, new CampaignReport.FaultCounts(enough, enough / 20, 99));
        report.addFaults(Fault.CRASH, new CampaignReport.FaultCounts(enough, enough / 20 - 1, 99));
        report.addFaults(Fault.PAUSE, new CampaignReport.FaultCounts(enough - 1, 0, 0));
        assertEquals(List.of(Fault.CRASH), report.inertFamilies());
        assertFalse(report.isGood());
        assertTrue(ReportPrinter.verdict(report).endsWith("hardly applied: crash"));
    }

    private static CampaignReport report(final int seeds) {
        return new CampaignReport(
                new CampaignPlan(new SeedRange(1, seeds), Shard.WHOLE, Profile.DEFAULT), "b");
    }
}
