package dev.bounce.sim.replay;

import dev.bounce.sim.world.Script;
import dev.bounce.spec.trace.LineSink;
import dev.bounce.spec.trace.MalformedTraceException;
import dev.bounce.spec.trace.RecordedEngine;
import dev.bounce.spec.trace.TraceLine;
import dev.bounce.spec.trace.TraceLine.Decided;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Kind;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceOutput;
import dev.bounce.spec.trace.TraceReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/// Runs a trace again and compares every line that this makes with the file.
public final class Replay {
    private final TraceReader file;
    private final WorldRunner runner;
    private final long until;
    private final LineSink view;
    private Replayed.Difference difference;
    private int prelude;
    private boolean isRead;
    private boolean comparesSteps = true;
    private long steps;
    private End end;

    /// @param file of which the head only has been read
    /// @param runner runs scripts of simulations
    /// @param until last step to make
    /// @param view sees every line that is made
    public Replay(
            final TraceReader file,
            final WorldRunner runner,
            final long until,
            final LineSink view) {
        this.file = file;
        this.runner = runner;
        this.until = until;
        this.view = view;
    }

    /// Ends a run from within.
    private static final class Stop extends RuntimeException {
        private static final long serialVersionUID = 1L;

        /// What is wrong with the file, `null` if the wanted step has been made.
        private final MalformedTraceException malformed;

        private Stop(final MalformedTraceException malformed) {
            super(null, malformed, false, false);
            this.malformed = malformed;
        }
    }

    /// Runs the trace.
    ///
    /// @throws MalformedTraceException if the file is no trace; a line that is well-formed but not
    ///     true is a difference
    public Replayed run() throws IOException, MalformedTraceException {
        final boolean isSimulation = file.head().kind() == Kind.SIMULATION;
        try {
            if (isSimulation) {
                runScript();
            } else {
                runEvents();
            }
        } catch (final Stop stop) {
            if (stop.malformed != null) {
                throw stop.malformed;
            }
        } catch (final UncheckedIOException unreadable) {
            throw unreadable.getCause();
        }
        final String build = isSimulation ? SimulationTrace.build() : RecordedEngine.build();
        return new Replayed(
                file.head(), steps, end, difference, !build.equals(file.head().build()));
    }

    private void runScript() throws IOException, MalformedTraceException {
        final List<Decided> decided = new ArrayList<>();
        TraceLine line = file.next();
        while (line instanceof Decided one) {
            decided.add(one);
            line = file.next();
        }
        final Script script = SimulationTrace.script(file.head(), decided);
        comparesSteps = file.head().hasSteps();
        isRead = true;
        prelude = 1 + decided.size();
        final TraceOutput out = new TraceOutput(this::made);
        out.head(file.head());
        SimulationTrace.decide(script.decisions(), out);
        out.end(SimulationTrace.end(runner.run(script, new TraceWriter(out))));
        requireEnd();
    }

    private void runEvents() throws IOException, MalformedTraceException {
        prelude = 1;
        final TraceOutput out = new TraceOutput(this::made);
        out.head(file.head());
        if (!(file.next() instanceof State start) || start.config() == null) {
            throw new MalformedTraceException(2, "a recording begins with a state and its config");
        }
        isRead = true;
        final RecordedEngine engine =
                new RecordedEngine(start.config(), start.state(), start.nanos(), out);
        for (TraceLine line = file.next(); line != null; line = file.next()) {
            isRead = true;
            if (engine.isBroken() && !(line instanceof End)) {
                differ(file.text(), null);
                break;
            }
            switch (line) {
                case Step step -> engine.step(step.nanos(), step.event());
                case State state -> engine.state(state.nanos());
                case End _ -> engine.end();
                case TraceLine.Head _, Decided _, TraceLine.Taking _ ->
                        throw new MalformedTraceException(
                                file.lineNumber(), "a recording has no decisions");
            }
        }
    }

    /// Takes a line that the replay has made.
    private void made(final TraceLine line, final String text) {
        if (prelude > 0) {
            prelude--;
        } else if (comparesSteps || line instanceof End) {
            compare(text);
        }
        view.line(line, text);
        if (line instanceof Step step) {
            steps = step.number();
            if (steps >= until) {
                throw new Stop(null);
            }
        } else if (line instanceof End last) {
            steps = last.steps();
            end = last;
        }
    }

    private void compare(final String actual) {
        if (difference != null) {
            return;
        }
        try {
            final String expected = isRead ? file.text() : file.nextText();
            isRead = false;
            if (expected == null) {
                throw new MalformedTraceException(
                        file.lineNumber() + 1, "the file was cut off, its last line is missing");
            }
            if (!expected.equals(actual)) {
                file.parse();
                differ(expected, actual);
            }
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (final MalformedTraceException malformed) {
            throw new Stop(malformed);
        }
    }

    private void differ(final String expected, final String actual) {
        if (difference == null) {
            difference = new Replayed.Difference(file.lineNumber(), expected, actual);
        }
    }

    private void requireEnd() throws IOException, MalformedTraceException {
        if (difference == null && file.nextText() != null) {
            throw new MalformedTraceException(file.lineNumber(), "follows the end of the trace");
        }
    }
}
