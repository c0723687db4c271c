package dev.bounce.sim;

import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;

/// Compares one seed in [Campaign#RERUN_EVERY] of a campaign with a [SecondMachine], which runs
/// them at the same time. Closing ends that machine.
final class MachineComparison implements AutoCloseable {
    private final SecondMachine machine;
    private final SecondMachine.Mode mode;
    private final CampaignPlan plan;
    private final SecondMachine.Running running;
    private final Map<Long, Mine> mine = new TreeMap<>();

    /// What this machine has seen of a seed.
    private record Mine(long hash, long steps, long virtualNanos) {}

    /// Starts the other machine, unless it is off.
    ///
    /// @throws IOException if it cannot be started
    MachineComparison(
            final SecondMachine machine, final SecondMachine.Mode mode, final CampaignPlan plan)
            throws IOException {
        this.machine = machine;
        this.mode = mode;
        this.plan = plan;
        running =
                mode == SecondMachine.Mode.OFF
                        ? null
                        : machine.hashes(mode, plan.seeds(), plan.profile());
    }

    /// A seed has been run here.
    void ran(final SeedResult result) {
        if ((result.seed() - plan.seeds().first()) % Campaign.RERUN_EVERY == 0) {
            mine.put(result.seed(), new Mine(result.hash(), result.steps(), result.virtualNanos()));
        }
    }

    /// Waits for the other machine and reports the seeds that differ, with the first step that
    /// does.
    ///
    /// @param runner runs a seed here, to compare its steps
    /// @throws IOException in one line if the other machine did not tell the hash of every seed
    void judge(final CampaignReport report, final WorldRunner runner)
            throws IOException, InterruptedException {
        if (running == null) {
            return;
        }
        final Map<Long, Long> others = running.hashes();
        for (final long seed : SecondMachine.expected(plan.seeds())) {
            if (mine.get(seed).hash != others.get(seed)) {
                report.addViolation(violation(seed, others.get(seed), runner));
            }
        }
        report.addCompared(others.size());
    }

    private CampaignReport.Violation violation(
            final long seed, final long other, final WorldRunner runner) throws IOException {
        final Mine here = mine.get(seed);
        return new CampaignReport.Violation(
                seed,
                "Determinism",
                here.steps,
                here.virtualNanos,
                "another virtual machine has hash "
                        + Long.toHexString(other)
                        + ", this one "
                        + Long.toHexString(here.hash)
                        + "; "
                        + firstDifference(seed, runner));
    }

    private String firstDifference(final long seed, final WorldRunner runner) throws IOException {
        try (SecondMachine.Running steps = machine.steps(mode, seed, plan.profile())) {
            return FirstDifference.find(runner, Script.of(seed, plan.profile()), steps::line);
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
    }
}
