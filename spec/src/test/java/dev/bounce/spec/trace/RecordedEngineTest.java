package dev.bounce.spec.trace;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.engine.trace.FlightRecorder;
import dev.bounce.engine.trace.Recording;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Tag;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordedEngineTest {
    private static final EngineConfig CONFIG = RandomValues.config("a", 5, Blob.of(new byte[16]));
    private static final long MILLI = 1_000_000;

    private final Engine engine = new Engine(CONFIG);
    private final List<TraceLine> lines = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();

    @Test
    void shouldEndInTheStateOfTheRecordedEngine() {
        write(record(), engine.snapshot());
        final State last = (State) lines.get(lines.size() - 2);
        assertNull(last.config());
        assertEquals(text(engine.snapshot()), text(last.state()));
        final End end = (End) lines.getLast();
        assertEquals(6, end.steps());
        assertNull(end.property());
    }

    @Test
    void shouldGoOnAlikeFromWhatWasRead() {
        write(record(), null);
        final State start = (State) read(texts.get(1));
        final List<String> again = new ArrayList<>();
        final TraceOutput out = new TraceOutput((_, text) -> again.add(text));
        out.head((TraceLine.Head) read(texts.getFirst()));
        final RecordedEngine replayed =
                new RecordedEngine(start.config(), start.state(), start.nanos(), out);
        for (final String text : texts) {
            if (read(text) instanceof Step step) {
                replayed.step(step.nanos(), step.event());
            }
        }
        replayed.state(((State) lines.get(lines.size() - 2)).nanos());
        replayed.end();
        assertEquals(texts, again);
    }

    @Test
    void shouldBeginInTheMiddle() {
        final Recording whole = record();
        final FlightRecorder late = new FlightRecorder(CONFIG, 2, 1);
        final Engine second = new Engine(CONFIG);
        for (final Recording.Step step : whole.steps()) {
            late.record(second, step.nowNanos(), step.event());
            second.step(step.nowNanos(), step.event(), new Effects());
        }
        write(late.recording(), second.snapshot());
        assertEquals(2, ((End) lines.getLast()).steps());
        assertNotEquals(text(whole.start()), text(((State) lines.get(1)).state()));
    }

    @Test
    void shouldEndWithTheInvariantThatBreaks() {
        final Recording recording = record();
        final List<Recording.Step> steps = new ArrayList<>(recording.steps());
        steps.add(new Recording.Step(0, new Event.Tick()));
        steps.add(new Recording.Step(1, new Event.Tick()));
        write(new Recording(CONFIG, recording.start(), steps), null);
        final End end = (End) lines.getLast();
        assertEquals(7, end.steps());
        assertEquals("EngineInvariant", end.property());
        assertTrue(end.observed().contains("time ran backwards"), end.observed());
        assertInstanceOf(Step.class, lines.get(lines.size() - 2));
    }

    /// Loads a peer that never answers and submits to it.
    private Recording record() {
        final FlightRecorder recorder = new FlightRecorder(CONFIG, 100, 1 << 20);
        final DescriptorPairs pairs =
                DescriptorPairs.of(
                        new long[] {4_096, 8_192},
                        new long[] {1 << 20, 1 << 21},
                        new long[] {96, 9});
        final Transfer plan =
                new Transfer.Coalesced(TransferPlan.of(pairs, new PlanLimits(4_096, 1_024, 9, 9)));
        final List<Event> events =
                List.of(
                        new Event.MemoryRegistered(4_096, 1 << 16),
                        new Event.Load("b", 7, 1),
                        new Event.Submit(1, "b", plan, Tag.of("x")),
                        new Event.Tick(),
                        new Event.Cancel(9),
                        new Event.Tick());
        long now = 0;
        for (final Event event : events) {
            now += 400 * MILLI;
            recorder.record(engine, now, event);
            engine.step(now, event, new Effects());
        }
        return recorder.recording();
    }

    private void write(final Recording recording, final Snapshot last) {
        lines.clear();
        texts.clear();
        RecordedEngine.write(
                recording,
                last,
                new TraceOutput(
                        (line, text) -> {
                            lines.add(line);
                            texts.add(text);
                        }));
    }

    private static TraceLine read(final String text) {
        return LineParser.parse(JsonParser.parseString(text).getAsJsonObject());
    }

    private static String text(final Snapshot snapshot) {
        return EngineJson.text(Snapshot.class, snapshot);
    }
}
