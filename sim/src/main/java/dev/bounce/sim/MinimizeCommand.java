package dev.bounce.sim;

import com.google.gson.JsonObject;
import dev.bounce.sim.minimize.Minimized;
import dev.bounce.sim.minimize.Minimizer;
import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.Simulation;
import dev.bounce.spec.trace.MalformedTraceException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `bounce minimize`: makes a trace that violates a property small. Exit code 0 if that went well,
/// 1 if the runs cannot be repeated, 2 for usage, a malformed file, or a run that violates nothing.
@Command(
        name = "minimize",
        description = {
            "Makes a run that violates a property as small as it can: leaves out faults and",
            "submissions, weakens the others, shrinks the world. The result violates the same",
            "property, in two runs, and not without any one of its decisions."
        },
        footer = {
            "",
            "Exit code 0: done, 1: runs are not repeatable, 2: usage, a malformed file, or",
            "nothing is violated.",
            "",
            "examples:",
            "  ./bounce minimize t37.jsonl -o small.jsonl",
            "  ./bounce minimize --seed 37 --profile chaos -o small.jsonl"
        })
public final class MinimizeCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int FAILED = 1;
    private static final String SCHEMA = "bounce.minimize/1";
    private static final int REPORT_EVERY = 5;

    private final WorldRunner runner;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Subject subject;

    @Option(
            names = "--profile",
            paramLabel = "NAME",
            description = "Profile of the seed (default: default).")
    private String profile;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "Where the small trace is written.")
    private Path output;

    @Option(
            names = "--script",
            description = "Write the decisions only, no steps: what a regression keeps.")
    private boolean scriptOnly;

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    /// Minimises by real simulations.
    public MinimizeCommand() {
        this(Simulation::run);
    }

    MinimizeCommand(final WorldRunner runner) {
        this.runner = runner;
    }

    /// What is made small.
    private static final class Subject {
        @Parameters(paramLabel = "FILE", description = "A trace of a simulation.")
        private Path file;

        @Option(names = "--seed", paramLabel = "N", description = "A seed.")
        private String seed;
    }

    @Override
    public Integer call() {
        final Script script = subject.file == null ? ofSeed() : ofFile();
        try (ResultFile place = ResultFile.open(output)) {
            return minimize(script, place);
        } catch (final IOException refused) {
            throw mistake(
                    "--output: '" + output + "' cannot be written: " + FileReason.of(refused));
        }
    }

    /// @throws IOException if the small trace cannot be written
    private int minimize(final Script script, final ResultFile place) throws IOException {
        final PrintWriter err = spec.commandLine().getErr();
        final boolean isWatched = System.console() != null && System.console().isTerminal();
        final Minimized small;
        try {
            small =
                    new Minimizer(runner, isWatched ? progress(err) : Minimizer.Progress.NONE)
                            .minimize(script);
            if (isWatched) {
                err.println();
            }
        } catch (final IllegalArgumentException nothing) {
            throw mistake(nothing.getMessage());
        } catch (final IllegalStateException moody) {
            err.println("bounce minimize: " + moody.getMessage());
            err.flush();
            return FAILED;
        }
        place.write(file -> TraceFiles.write(runner, file, small.script(), !scriptOnly));
        print(small, spec.commandLine().getOut());
        return OK;
    }

    private Script ofSeed() {
        try {
            final Profile drawn = profile == null ? Profile.DEFAULT : Profile.parse(profile);
            return Script.of(SeedRange.parseSeed(subject.seed), drawn);
        } catch (final IllegalArgumentException unknown) {
            throw mistake(unknown.getMessage());
        }
    }

    private Script ofFile() {
        if (profile != null) {
            throw mistake("--profile belongs to --seed; a trace has its own");
        }
        try {
            return SimulationTrace.read(subject.file);
        } catch (final MalformedTraceException malformed) {
            throw mistake("'" + subject.file + "' " + malformed.getMessage());
        } catch (final NoSuchFileException missing) {
            throw mistake("there is no file '" + subject.file + "'");
        } catch (final IOException unreadable) {
            throw mistake("'" + subject.file + "' cannot be read: " + unreadable.getMessage());
        }
    }

    private static Minimizer.Progress progress(final PrintWriter err) {
        return (runs, decisions, violates) -> {
            if (violates || runs % REPORT_EVERY == 0) {
                err.printf(
                        "\rrun %d: %d decisions%s   ",
                        runs, decisions, violates ? ", violates" : "          ");
                err.flush();
            }
        };
    }

    private void print(final Minimized small, final PrintWriter out) {
        final String property = small.after().violation().property();
        if (json) {
            final JsonObject report = new JsonObject();
            report.addProperty("schema", SCHEMA);
            report.addProperty("seed", small.script().seed());
            report.addProperty("profile", small.script().profile().label());
            report.addProperty("property", property);
            report.addProperty("decisionsBefore", small.before().decisions().size());
            report.addProperty("decisions", small.script().decisions().size());
            report.addProperty("stepsBefore", small.before().steps());
            report.addProperty("steps", small.after().steps());
            report.addProperty("runs", small.runs());
            report.addProperty("file", output.toString());
            out.println(report);
        } else {
            out.printf(
                    "%d of %d decisions and %d of %d steps are left, after %d runs:%n",
                    small.script().decisions().size(),
                    small.before().decisions().size(),
                    small.after().steps(),
                    small.before().steps(),
                    small.runs());
            small.script().decisions().forEach(decision -> out.println("  " + decision));
            out.println("violates " + property + ": " + small.after().violation().observed());
            out.println("  ./bounce replay " + output + " --diagram text");
        }
        out.flush();
    }

    private ParameterException mistake(final String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
