package dev.bounce.sim;

import dev.bounce.sim.replay.DiagramStyle;
import dev.bounce.sim.replay.MermaidDiagram;
import dev.bounce.sim.replay.Replay;
import dev.bounce.sim.replay.Replayed;
import dev.bounce.sim.replay.ScenarioFile;
import dev.bounce.sim.replay.Sequence;
import dev.bounce.sim.replay.ShortLog;
import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.StepView;
import dev.bounce.sim.replay.TextDiagram;
import dev.bounce.sim.replay.View;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Simulation;
import dev.bounce.spec.check.SpecFolder;
import dev.bounce.spec.conform.Conformance;
import dev.bounce.spec.conform.SoloTrace;
import dev.bounce.spec.conform.Stepper;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.trace.MalformedTraceException;
import dev.bounce.spec.trace.RecordingFile;
import dev.bounce.spec.trace.TraceLine;
import dev.bounce.spec.trace.TraceReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `bounce replay`: runs a trace again. Exit code 0 if every line is the same and nothing is
/// violated, 1 if not, 2 for usage or a malformed file.
@Command(
        name = "replay",
        description = {
            "Runs a trace again, of a simulation or of one agent's flight recorder, and",
            "compares every step. Shows the counterexample of a scenario file and says which",
            "step of it the engine refuses."
        },
        footer = {
            "",
            "Exit code 0: the same, or the engine refuses the scenario, 1: it differs, a property",
            "is violated, the specification does not allow it or the engine takes every step of",
            "the scenario, 2: usage or a malformed file.",
            "",
            "examples:",
            "  ./bounce sim --seed 37 --trace t37.jsonl",
            "  ./bounce replay t37.jsonl",
            "  ./bounce replay t37.jsonl --until 200 --diagram mermaid",
            "  ./bounce sim --profile model --seed 7 --trace t7.jsonl",
            "  ./bounce replay t7.jsonl --spec"
        })
public final class ReplayCommand implements Callable<Integer> {
    private static final int SAME = 0;
    private static final int DIFFERS = 1;

    private final WorldRunner runner;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Parameters(paramLabel = "FILE", description = "A trace or a scenario.")
    private Path file;

    @Option(names = "--until", paramLabel = "N", description = "Stop after step N.")
    private Long until;

    @Option(
            names = "--spec",
            description = {
                "Ask TLC whether the run is a behaviour of the specification; for",
                "traces of the profile 'model', and for recordings of one agent as",
                "small as these, whose peer may then do anything."
            })
    private boolean asksSpec;

    @ArgGroup(exclusive = true)
    private Shown shown;

    /// Replays by real simulations.
    public ReplayCommand() {
        this(Simulation::run);
    }

    ReplayCommand(final WorldRunner runner) {
        this.runner = runner;
    }

    /// What is printed besides the verdict.
    private static final class Shown {
        @Option(
                names = "--step",
                description = {
                    "Show every step in full; on a terminal one at a time,",
                    "the next on Enter."
                })
        private boolean step;

        @Option(
                names = "--log",
                paramLabel = "short",
                description = "Show one line per state change, a lane per agent.")
        private Log log;

        @Option(
                names = "--diagram",
                paramLabel = "text|mermaid",
                description = "Show the frames between agents as a sequence diagram.")
        private Diagram diagram;

        @Option(names = "--json", description = "Print one JSON object.")
        private boolean json;
    }

    /// Kinds of logs.
    enum Log {
        SHORT
    }

    /// Kinds of diagrams.
    enum Diagram {
        TEXT,
        MERMAID
    }

    @Override
    public Integer call() {
        final PrintWriter out = spec.commandLine().getOut();
        if (until != null && until < 1) {
            throw mistake("--until: '" + until + "' is below 1, the number of the first step");
        }
        try {
            final String first = firstLine();
            if (ScenarioFile.isScenario(first)) {
                return showScenario(out);
            } else if (!TraceReader.isTrace(first)) {
                throw mistake(
                        "'"
                                + file
                                + "' is neither a trace (bounce sim --trace) nor a scenario"
                                + " (bounce check --scenario)");
            }
            return replayTrace(out);
        } catch (final MalformedTraceException malformed) {
            throw mistake("'" + file + "' " + malformed.getMessage());
        } catch (final NoSuchFileException missing) {
            throw mistake("there is no file '" + file + "'");
        } catch (final IOException unreadable) {
            throw mistake("'" + file + "' cannot be read: " + unreadable.getMessage());
        } finally {
            out.flush();
        }
    }

    private int replayTrace(final PrintWriter out) throws IOException, MalformedTraceException {
        final View view = view(out);
        final Replayed replayed;
        try (TraceReader reader = TraceReader.open(file)) {
            replayed =
                    new Replay(reader, runner, until == null ? Long.MAX_VALUE : until, view).run();
        }
        view.finish();
        final Conformance.Result followed = asksSpec ? ask(replayed) : null;
        out.print(
                isJson()
                        ? ReplayReport.json(replayed, followed)
                        : ReplayReport.text(replayed, followed));
        final boolean isFollowed = followed == null || followed.isAccepted();
        return replayed.isSame() && replayed.property() == null && isFollowed ? SAME : DIFFERS;
    }

    private Conformance.Result ask(final Replayed replayed)
            throws IOException, MalformedTraceException {
        try {
            return new Conformance(SpecFolder.ofCheckout().path())
                    .check(List.of(entries(replayed)))
                    .getFirst();
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted before TLC had a verdict", interrupted);
        }
    }

    private List<TlaValue> entries(final Replayed replayed)
            throws IOException, MalformedTraceException {
        try {
            if (replayed.head().kind() == TraceLine.Kind.RECORDING) {
                return SoloTrace.of(RecordingFile.read(file));
            }
        } catch (final IllegalArgumentException tooLarge) {
            throw mistake("--spec: " + tooLarge.getMessage());
        }
        if (!Profile.MODEL.label().equals(replayed.head().profile())) {
            throw mistake(
                    "--spec: the specification holds worlds of the profile 'model' only, not of '"
                            + replayed.head().profile()
                            + "'");
        }
        return SpecTrace.of(SimulationTrace.read(file));
    }

    private int showScenario(final PrintWriter out) throws IOException, MalformedTraceException {
        if (shown != null && !isJson()) {
            throw mistake("a scenario is shown as a table or with --json only");
        }
        final ScenarioReplay replay =
                new ScenarioReplay(
                        ScenarioFile.read(file),
                        until == null ? Long.MAX_VALUE : until,
                        Stepper.ENGINE);
        if (isJson()) {
            out.println(replay.json());
        } else {
            replay.print(out);
        }
        return replay.isViolated() ? DIFFERS : SAME;
    }

    private View view(final PrintWriter out) {
        if (shown == null || shown.json) {
            return (_, _) -> {};
        } else if (shown.step) {
            return new StepView(out, pause());
        } else if (shown.log == Log.SHORT) {
            return new ShortLog(out);
        }
        final DiagramStyle style =
                shown.diagram == Diagram.TEXT ? new TextDiagram() : new MermaidDiagram();
        return new Sequence(out, style);
    }

    private static StepView.Pause pause() {
        if (System.console() == null || !System.console().isTerminal()) {
            return StepView.Pause.NONE;
        }
        return System.console()::readLine;
    }

    private boolean isJson() {
        return shown != null && shown.json;
    }

    private String firstLine() throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(file)) {
            final String line = reader.readLine();
            return line == null ? "" : line;
        } catch (final CharacterCodingException binary) {
            return "";
        }
    }

    private ParameterException mistake(final String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
