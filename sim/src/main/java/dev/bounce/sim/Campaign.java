package dev.bounce.sim;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Detail;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;

/// Runs seeds one after the other and adds up what came of them. Every fiftieth seed, the first
/// included, runs twice more, once with engines that are restored from snapshots every few steps:
/// the hash must be the same. Both reruns are whole, also where the first run looks at less: what
/// engines do may not depend on who looks.
public final class Campaign {
    /// One seed in so many is run again.
    static final int RERUN_EVERY = 50;

    private static final int RESTORE_EVERY = 7;

    private final BiFunction<Script, Detail, SeedResult> simulation;
    private final Function<Script, SeedResult> restored;
    private final WorldRunner runner;

    /// A campaign of real simulations.
    public Campaign() {
        this(Simulation::run);
    }

    private Campaign(final BiFunction<Script, Detail, SeedResult> simulation) {
        this(simulation, script -> Simulation.runRestored(script, RESTORE_EVERY), Simulation::run);
    }

    /// A campaign of runs that tell no steps.
    Campaign(
            final BiFunction<Script, Detail, SeedResult> simulation,
            final Function<Script, SeedResult> restored) {
        this(simulation, restored, (script, _) -> restored.apply(script));
    }

    /// @param simulation runs a seed
    /// @param restored runs it with engines that are restored now and then
    /// @param runner runs it once more if two runs differed, to find the first step that does
    Campaign(
            final BiFunction<Script, Detail, SeedResult> simulation,
            final Function<Script, SeedResult> restored,
            final WorldRunner runner) {
        this.simulation = simulation;
        this.restored = restored;
        this.runner = runner;
    }

    /// A campaign of simulations that somebody looks into.
    static Campaign of(final BiFunction<Script, Detail, SeedResult> simulation) {
        return new Campaign(simulation);
    }

    /// Is told after each seed.
    public interface Listener {
        /// @param done seeds that have been run
        /// @param result of the last of them
        void ran(int done, SeedResult result);
    }

    /// Runs one seed once more and tells its steps.
    WorldRunner runner() {
        return runner;
    }

    /// Runs the seeds of a plan, also after a violation.
    public CampaignReport run(final CampaignPlan plan, final Listener listener) {
        final CampaignReport report = new CampaignReport(plan, SimulationTrace.build());
        final SeedRange seeds = plan.seeds();
        for (int index = 0; index < seeds.size(); index++) {
            final Script script = Script.of(seeds.first() + index, plan.profile());
            final long start = System.nanoTime();
            final long cpuStart = cpuNanos();
            final SeedResult result = simulation.apply(script, plan.detail());
            report.add(result, System.nanoTime() - start, cpuNanos() - cpuStart);
            if (index % RERUN_EVERY == 0) {
                compare(
                        report,
                        "Determinism",
                        result,
                        simulation.apply(script, Detail.WHOLE),
                        () -> "; " + FirstDifference.ofTwoRuns(runner, script));
                compare(report, "SnapshotIsWhole", result, restored.apply(script), () -> "");
            }
            listener.ran(index + 1, result);
        }
        return report;
    }

    /// Processor time of this thread, or real time where the machine does not tell it.
    private static long cpuNanos() {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        return threads.isCurrentThreadCpuTimeSupported()
                ? threads.getCurrentThreadCpuTime()
                : System.nanoTime();
    }

    private static void compare(
            final CampaignReport report,
            final String property,
            final SeedResult first,
            final SeedResult second,
            final Supplier<String> difference) {
        if (first.hash() != second.hash()) {
            report.addViolation(
                    first,
                    new PropertyViolation(
                            property,
                            "two runs have hashes "
                                    + Long.toHexString(first.hash())
                                    + " after "
                                    + first.steps()
                                    + " steps and "
                                    + Long.toHexString(second.hash())
                                    + " after "
                                    + second.steps()
                                    + (second.violation() == null
                                            ? ""
                                            : "; the second: " + second.violation().getMessage())
                                    + difference.get()));
        }
    }
}
