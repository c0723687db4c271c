package dev.bounce.sim;

import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.Simulation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce sim`: simulates seeds and says what they violated. Exit code 0 if nothing was, 1 if a
/// property was or a campaign has missed what it must meet, 2 for usage, 3 if hashes could not be
/// compared with another virtual machine.
@Command(
        name = "sim",
        subcommands = {MergeCommand.class, PressureCommand.class},
        description = {
            "Simulates agents, network, data plane and memory under seeded faults, and",
            "checks every property after every step. The same seed gives the same run."
        },
        footer = {
            "",
            "Exit code 0: no property was violated, 1: one was, or a campaign of enough seeds has",
            "never met a situation or hardly applied a fault that it must; 2: usage; 3: no second",
            "virtual machine could be run to its end.",
            "",
            "In a source checkout, ./bounce sim --mutant NAME|all plants bugs in the engine and"
                    + " tells",
            "which seed finds each; ./bounce sim --mutant --help says more.",
            "",
            "examples:",
            "  ./bounce sim --seeds 1..200",
            "  ./bounce sim --seed 37 --quiet --trace seed-37.jsonl",
            "  ./bounce sim --seeds 1..100000 --shard 3/16 --output part-3.json",
            "  ./bounce sim --profile serving --seeds 1..50 --json"
        })
public final class SimCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int VIOLATED = 1;
    private static final int NOT_COMPARED = 3;

    private final Campaign campaign;
    private final SecondMachine machine;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Mixin private SeedOptions seeds;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "Write the result as JSON, for merge.")
    private Path output;

    @Option(
            names = "--second-jvm",
            paramLabel = "MODE",
            arity = "0..1",
            defaultValue = "COMPILED",
            fallbackValue = "INTERPRETED",
            description = {
                "Whether every 50th seed runs again in another virtual machine with other",
                "flags, at the same time, and hashes are compared: compiled (default),",
                "interpreted (slow; also without MODE), off."
            })
    private SecondMachine.Mode secondMachine;

    @Option(
            names = "--hashes",
            description = "Print seed and hash of every 50th seed, nothing else.")
    private boolean hashes;

    @Option(
            names = "--steps",
            hidden = true,
            description = "Print every step of one seed, nothing else.")
    private boolean steps;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Write the trace of the seed; needs --seed.")
    private Path trace;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    @Option(
            names = "--quiet",
            description = "Print the verdict and the violations only, no table, no progress.")
    private boolean quiet;

    /// Runs real simulations.
    public SimCommand() {
        this(new Campaign(), new SecondMachine());
    }

    SimCommand(final Campaign campaign, final SecondMachine machine) {
        this.campaign = campaign;
        this.machine = machine;
    }

    /// Runs the seeds and prints the report.
    @Override
    public Integer call() {
        final CampaignPlan plan = seeds.plan();
        if (hashes || steps) {
            printForComparison(plan);
            return OK;
        }
        try (ResultFile file = openOutput(plan)) {
            if (trace != null && !writeTrace(plan)) {
                return VIOLATED;
            }
            return runAll(plan, file);
        }
    }

    private int runAll(final CampaignPlan plan, final ResultFile file) {
        try (MachineComparison comparison = new MachineComparison(machine, secondMachine, plan)) {
            return runAll(plan, comparison, file);
        } catch (final IOException failed) {
            return notCompared(failed);
        }
    }

    private int runAll(
            final CampaignPlan plan, final MachineComparison comparison, final ResultFile file) {
        final ServingCampaign serving =
                plan.profile() == Profile.SERVING ? new ServingCampaign() : null;
        final Campaign whole = serving == null ? campaign : Campaign.of(serving::run);
        final CampaignReport report = run(whole, plan, comparison);
        int code = OK;
        try {
            comparison.judge(report, whole.runner());
        } catch (final IOException failed) {
            code = notCompared(failed);
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            code = notCompared(interrupted);
        }
        final ParameterException unsaved = save(report, file);
        if (serving != null) {
            serving.serveInFull(plan.seeds());
        }
        print(report, serving, spec.commandLine().getOut());
        if (unsaved != null) {
            throw unsaved;
        }
        return report.isGood() && (serving == null || serving.isGood()) ? code : VIOLATED;
    }

    private int notCompared(final Exception failed) {
        final PrintWriter err = spec.commandLine().getErr();
        err.println(
                "bounce sim: hashes are not compared with another virtual machine: "
                        + failed.getMessage()
                        + " (--second-jvm=off leaves it out)");
        err.flush();
        return NOT_COMPARED;
    }

    private CampaignReport run(
            final Campaign whole, final CampaignPlan plan, final MachineComparison comparison) {
        if (quiet) {
            return whole.run(plan, (_, result) -> comparison.ran(result));
        }
        if (System.console() == null || !System.console().isTerminal()) {
            final LoggedProgress progress =
                    new LoggedProgress(
                            plan.seeds().size(), spec.commandLine().getErr(), System::nanoTime);
            return whole.run(
                    plan,
                    (done, result) -> {
                        comparison.ran(result);
                        progress.ran(done, result);
                    });
        }
        try (SeedProgress progress = new SeedProgress(plan.seeds().size(), System.err)) {
            return whole.run(
                    plan,
                    (_, result) -> {
                        comparison.ran(result);
                        progress.ran(result);
                    });
        }
    }

    /// What another virtual machine wants to know: the hash of one seed in fifty, or every step.
    private void printForComparison(final CampaignPlan plan) {
        final PrintWriter out = spec.commandLine().getOut();
        if (steps) {
            final Script script = Script.of(plan.seeds().first(), plan.profile());
            SimulationTrace.follow(Simulation::run, script, (_, line) -> out.println(line));
        } else {
            for (final long seed : SecondMachine.expected(plan.seeds())) {
                final long hash = Simulation.run(Script.of(seed, plan.profile())).hash();
                out.println(seed + " " + Long.toHexString(hash));
                out.flush();
            }
        }
        out.flush();
    }

    /// @return `null` if no result is to be written
    private ResultFile openOutput(final CampaignPlan plan) {
        if (output == null) {
            return null;
        }
        if (!plan.detail().bytes() || !plan.detail().checkers()) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--output: results without bytes or checks do not count, leave out "
                            + (!plan.detail().bytes() ? "--no-bytes" : "--no-checks"));
        }
        try {
            return ResultFile.open(output);
        } catch (final IOException refused) {
            throw unwritable(refused);
        }
    }

    private ParameterException unwritable(final IOException refused) {
        return new ParameterException(
                spec.commandLine(),
                "--output: '" + output + "' cannot be written: " + FileReason.of(refused),
                refused);
    }

    /// @return why it could not be saved, `null` if it was or need not be
    private ParameterException save(final CampaignReport report, final ResultFile file) {
        if (file != null) {
            try {
                file.write(ReportPrinter.json(report) + System.lineSeparator());
            } catch (final IOException failed) {
                return unwritable(failed);
            }
        }
        return null;
    }

    /// False if the run is not repeated by its own decisions, so that there is no trace.
    private boolean writeTrace(final CampaignPlan plan) {
        if (plan.seeds().size() > 1) {
            throw new ParameterException(
                    spec.commandLine(), "--trace: '" + trace + "' takes one seed, add --seed N");
        }
        final Script script = Script.of(plan.seeds().first(), plan.profile());
        try {
            TraceFiles.write(spec.commandLine(), Simulation::run, trace, script, true);
            return true;
        } catch (final IllegalStateException moody) {
            spec.commandLine().getErr().println("bounce sim: --trace: " + moody.getMessage());
            return false;
        }
    }

    /// @param serving what workers came to, `null` if there were none
    private void print(
            final CampaignReport report, final ServingCampaign serving, final PrintWriter out) {
        if (json) {
            final String text = ReportPrinter.json(report);
            out.println(serving == null ? text : serving.addTo(text));
        } else {
            if (!quiet) {
                out.println(ReportPrinter.table(report));
            }
            for (final CampaignReport.Violation violation : report.violations()) {
                out.print(ReportPrinter.violation(report.profile(), violation));
            }
            if (serving != null) {
                out.println(serving.text());
            }
            out.println(ReportPrinter.verdict(report));
        }
        out.flush();
    }
}
