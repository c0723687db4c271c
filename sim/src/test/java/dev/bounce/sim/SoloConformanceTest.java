package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.trace.FlightRecorder;
import dev.bounce.engine.trace.Recording;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.Simulation;
import dev.bounce.sim.world.StepListener;
import dev.bounce.spec.conform.Conformance;
import dev.bounce.spec.conform.Conformance.Result;
import dev.bounce.spec.conform.SoloTrace;
import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.trace.RecordedEngine;
import dev.bounce.spec.trace.TraceFileSink;
import dev.bounce.spec.trace.TraceOutput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What one agent has recorded is a behaviour of its half of the specification, whatever its peer
/// did; what was tampered with is not.
class SoloConformanceTest {
    private static final Path SPEC = Path.of("..", "spec");
    private static final int RUNS = 4;
    private static final int CALM_SEED = 3;
    private static final List<String> AGENTS = List.of("agent-0", "agent-1");

    @TempDir private Path folder;

    @Test
    void shouldAllowWhatEachAgentRecorded() throws InterruptedException {
        final List<List<TlaValue>> traces = new ArrayList<>();
        for (int seed = 1; seed <= RUNS; seed++) {
            for (final String agent : AGENTS) {
                traces.add(SoloTrace.of(Recorder.record(seed, agent)));
            }
        }
        final List<Result> results = new Conformance(SPEC).check(traces);
        assertEquals(2 * RUNS, results.size());
        for (int run = 0; run < results.size(); run++) {
            final Result result = results.get(run);
            assertTrue(
                    result.isAccepted(),
                    AGENTS.get(run % 2)
                            + " of seed "
                            + (run / 2 + 1)
                            + " is followed to entry "
                            + result.followed()
                            + " of "
                            + result.entries()
                            + ", not to "
                            + result.next());
        }
    }

    @Test
    void shouldRejectWhatWasTamperedWith() throws InterruptedException {
        final List<TlaValue> receiver = SoloTrace.of(Recorder.record(CALM_SEED, AGENTS.getFirst()));
        final List<List<TlaValue>> twins = new ArrayList<>();
        twins.add(without(receiver, first(receiver, "\"Scatter\"")));
        twins.add(without(receiver, first(receiver, "op |-> \"heard\"")));
        twins.add(with(receiver, first(receiver, "\"GRANTED\""), "\"GRANTED\"", "\"QUEUED\""));
        twins.add(with(receiver, first(receiver, "\"Grant\""), "\"Grant\"", "\"Gather\""));
        twins.add(receiver);
        final List<Result> results = new Conformance(SPEC).check(twins);
        for (int twin = 0; twin < twins.size() - 1; twin++) {
            assertFalse(results.get(twin).isAccepted(), "twin " + twin);
        }
        assertTrue(results.getLast().isAccepted());
    }

    @Test
    void shouldReplayARecordingAgainstTheSpecification() throws Exception {
        final Path file = folder.resolve("recording.jsonl");
        try (TraceFileSink sink = new TraceFileSink(file)) {
            RecordedEngine.write(
                    Recorder.record(CALM_SEED, AGENTS.getFirst()), null, new TraceOutput(sink));
        }
        final Cli replayed = Cli.run("replay", file.toString(), "--spec", "--json");
        assertTrue(
                JsonParser.parseString(replayed.output())
                        .getAsJsonObject()
                        .get("specAccepted")
                        .getAsBoolean());
    }

    @Test
    void shouldRefuseARecordingThatTheSpecificationCannotHold() throws Exception {
        final Path file = folder.resolve("recording.jsonl");
        try (TraceFileSink sink = new TraceFileSink(file)) {
            RecordedEngine.write(
                    Recorder.record(CALM_SEED, AGENTS.getFirst(), Profile.CALM),
                    null,
                    new TraceOutput(sink));
        }
        Cli.run("replay", file.toString(), "--spec")
                .assertUsageError("does not hold", "arena.granularity = arena.max-chunk");
    }

    @Test
    void shouldRefuseARecordingThatBeginsInTheMiddle() {
        final Recording whole = Recorder.record(CALM_SEED, AGENTS.getFirst());
        final Engine engine = whole.replay();
        final Recording late = new Recording(whole.config(), engine.snapshot(), whole.steps());
        assertTrue(
                assertThrows(IllegalArgumentException.class, () -> SoloTrace.of(late))
                        .getMessage()
                        .contains("begins in the middle"));
    }

    private static int first(final List<TlaValue> trace, final String part) {
        return IntStream.range(0, trace.size())
                .filter(index -> trace.get(index).toString().contains(part))
                .findFirst()
                .orElseThrow();
    }

    private static List<TlaValue> without(final List<TlaValue> trace, final int index) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.remove(index);
        return twin;
    }

    private static List<TlaValue> with(
            final List<TlaValue> trace, final int index, final String from, final String to) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.set(index, TlaParser.parse(trace.get(index).toString().replace(from, to)));
        return twin;
    }

    /// The first life of an agent of a simulated world, in whole.
    private static final class Recorder implements StepListener {
        private final String agent;
        private Engine twin;
        private FlightRecorder flights;
        private Engine real;
        private boolean isOver;

        private Recorder(final String agent) {
            this.agent = agent;
        }

        static Recording record(final long seed, final String agent) {
            return record(seed, agent, Profile.MODEL);
        }

        static Recording record(final long seed, final String agent, final Profile profile) {
            final Recorder recorder = new Recorder(agent);
            Simulation.run(Script.of(seed, profile), recorder);
            return recorder.flights.recording();
        }

        @Override
        public void begun(final long nowNanos, final EngineConfig config, final Engine engine) {
            if (config.name().equals(agent) && twin == null) {
                twin = new Engine(config);
                flights = new FlightRecorder(config, Integer.MAX_VALUE, Long.MAX_VALUE);
                real = engine;
            }
        }

        @Override
        public void stepped(
                final long nowNanos,
                final String name,
                final Event event,
                final Effects effects,
                final AgentView view) {
            if (name.equals(agent) && !isOver) {
                final long clock = real.snapshot().agent().nowNanos();
                flights.record(twin, clock, event);
                twin.step(clock, event, new Effects());
            }
        }

        @Override
        public void died(final String name) {
            isOver |= name.equals(agent);
        }
    }
}
