package dev.bounce.sim.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.engine.trace.FlightRecorder;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.Simulation;
import dev.bounce.sim.world.StepListener;
import dev.bounce.spec.trace.MalformedTraceException;
import dev.bounce.spec.trace.RecordedEngine;
import dev.bounce.spec.trace.TraceOutput;
import dev.bounce.spec.trace.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a flight recorder has kept of one agent in a real run.
class RecordingReplayTest {
    private static final int STEPS = 250;
    private static final String AGENT = "agent-1";

    @TempDir private Path folder;

    @Test
    void shouldEndInTheStateOfTheRecordedAgent() throws Exception {
        final Replayed replayed = replay(record(100, 1 << 30));
        assertNull(replayed.difference());
        assertFalse(replayed.isOtherBuild());
        assertNull(replayed.property());
        assertTrue(replayed.steps() > 100);
    }

    @Test
    void shouldBeginInTheMiddle() throws Exception {
        final Replayed replayed = replay(record(20, 1));
        assertNull(replayed.difference());
        assertTrue(replayed.steps() <= 20, replayed.steps() + " steps");
    }

    @Test
    void shouldSeeThatTheAgentEndedInAnotherState() throws Exception {
        final List<String> lines = record(100, 1 << 30);
        final int last = lines.size() - 2;
        lines.set(last, lines.get(last).replaceFirst("\"lastId\":(\\d+)", "\"lastId\":9$1"));
        final Replayed replayed = replay(lines);
        assertEquals(last + 1, replayed.difference().lineNumber());
    }

    @Test
    void shouldSeeThatAnEventIsMissing() throws Exception {
        final List<String> lines = record(100, 1 << 30);
        lines.remove(20);
        assertFalse(replay(lines).isSame());
    }

    @Test
    void shouldRefuseARecordingWithoutAState() throws Exception {
        final List<String> lines = record(100, 1 << 30);
        lines.remove(1);
        assertMalformed(lines, 2, "begins with a state");
    }

    @Test
    void shouldRefuseDecisionsInARecording() throws Exception {
        final List<String> lines = record(100, 1 << 30);
        lines.add(1, "{\"n\":1,\"dec\":\"loss/0>1/1\",\"val\":1}");
        assertMalformed(lines, 2, "begins with a state");
    }

    private void assertMalformed(final List<String> lines, final int line, final String part) {
        final MalformedTraceException refused =
                assertThrows(MalformedTraceException.class, () -> replay(lines));
        assertEquals(line, refused.lineNumber());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }

    private Replayed replay(final List<String> lines) throws Exception {
        final Path file = folder.resolve("recording");
        Files.write(file, lines);
        try (TraceReader reader = TraceReader.open(file)) {
            return new Replay(reader, Simulation::run, Long.MAX_VALUE, (_, _) -> {}).run();
        }
    }

    /// The lines of a recording of the first life of one agent.
    private static List<String> record(final int eventsPerSegment, final long maxBytes) {
        final Recorder recorder = new Recorder(eventsPerSegment, maxBytes);
        Simulation.run(Script.of(12).with("agents", 2).with("mostTransfers", 1), recorder);
        final List<String> lines = new ArrayList<>();
        RecordedEngine.write(
                recorder.flights.recording(),
                recorder.last,
                new TraceOutput((_, text) -> lines.add(text)));
        return lines;
    }

    /// A twin of the agent's engine, recorded before each step as a host does.
    private static final class Recorder implements StepListener {
        private final int eventsPerSegment;
        private final long maxBytes;
        private Engine engine;
        private Engine twin;
        private FlightRecorder flights;
        private Snapshot last;
        private int steps;

        private Recorder(final int eventsPerSegment, final long maxBytes) {
            this.eventsPerSegment = eventsPerSegment;
            this.maxBytes = maxBytes;
        }

        @Override
        public void begun(final long nowNanos, final EngineConfig config, final Engine real) {
            if (config.name().equals(AGENT) && twin == null) {
                engine = real;
                twin = new Engine(config);
                flights = new FlightRecorder(config, eventsPerSegment, maxBytes);
            }
        }

        @Override
        public void stepped(
                final long nowNanos,
                final String agent,
                final Event event,
                final Effects effects,
                final AgentView view) {
            if (agent.equals(AGENT) && steps < STEPS) {
                steps++;
                last = engine.snapshot();
                final long clock = last.agent().nowNanos();
                flights.record(twin, clock, event);
                twin.step(clock, event, new Effects());
            }
        }
    }
}
