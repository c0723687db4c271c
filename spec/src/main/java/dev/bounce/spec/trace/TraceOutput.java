package dev.bounce.spec.trace;

import com.google.gson.stream.JsonWriter;
import dev.bounce.engine.Effect;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.spec.trace.TraceLine.Decided;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceLine.Taken;
import dev.bounce.spec.trace.TraceLine.Taking;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/// Makes the lines of a trace. The caller keeps to the order of [TraceLine]: head, decisions,
/// states and steps, end.
public final class TraceOutput {
    private static final long PRIME = 0x9E3779B97F4A7C15L;

    private final LineSink sink;
    private final CRC32 sum = new CRC32();
    private long hash;
    private long steps;

    /// Sends the lines to `sink`.
    public TraceOutput(final LineSink sink) {
        this.sink = sink;
    }

    /// The hash of all lines so far: 0, then for each line `x = (hash ^ c) * 0x9E3779B97F4A7C15`
    /// and `hash = x ^ x >>> 32`, where `c` is the CRC-32 of the line in UTF-8; of a step, of what
    /// stands before its hash.
    public long hash() {
        return hash;
    }

    /// Steps so far.
    public long steps() {
        return steps;
    }

    /// Begins the trace.
    public void head(final Head head) {
        line(
                head,
                out -> {
                    out.name("v").value(TraceLine.VERSION);
                    out.name("schema").value(TraceLine.SCHEMA);
                    out.name("kind").value(head.kind().name().toLowerCase(Locale.ROOT));
                    out.name("build").value(head.build());
                    word(out.name("seed"), head.seed());
                    out.name("profile").value(head.profile());
                    out.name("knobs").beginObject();
                    for (final Map.Entry<String, Long> knob : head.knobs().entrySet()) {
                        word(out.name(knob.getKey()), knob.getValue());
                    }
                    out.endObject();
                    out.name("agents").beginArray();
                    for (final String agent : head.agents()) {
                        out.value(agent);
                    }
                    out.endArray();
                    out.name("config").beginObject();
                    for (final Map.Entry<String, EngineConfig> config : head.configs().entrySet()) {
                        out.name(config.getKey());
                        EngineJson.write(out, EngineConfig.class, config.getValue());
                    }
                    out.endObject();
                    out.name("steps").value(head.hasSteps());
                });
    }

    /// Notes a decision.
    public void decided(final Decided decided) {
        line(
                decided,
                out -> {
                    out.name("n").value(decided.number());
                    out.name("dec").value(decided.key());
                    word(out.name("val"), decided.value());
                });
    }

    /// Notes that a decision was taken.
    public void taking(final long nanos, final String key, final long value) {
        line(
                new Taking(steps, nanos, key, value),
                out -> {
                    out.name("n").value(steps);
                    word(out.name("t"), nanos);
                    out.name("now").value(key);
                    word(out.name("val"), value);
                });
    }

    /// Notes the state of an agent.
    ///
    /// @param config `null` if no life begins
    public void state(
            final long nanos,
            final String agent,
            final EngineConfig config,
            final Snapshot snapshot) {
        final State state = new State(steps, nanos, agent, config, snapshot);
        line(
                state,
                out -> {
                    out.name("n").value(state.number());
                    word(out.name("t"), nanos);
                    out.name("a").value(agent);
                    if (config != null) {
                        EngineJson.write(out.name("config"), EngineConfig.class, config);
                    }
                    EngineJson.write(out.name("state"), Snapshot.class, snapshot);
                });
    }

    /// Notes the next step.
    public void step(
            final long nanos,
            final String agent,
            final List<Taken> actions,
            final Event event,
            final List<Effect> effects) {
        steps++;
        final StringWriter text = new StringWriter(512);
        final JsonWriter out = EngineJson.writer(text);
        try {
            out.beginObject();
            out.name("n").value(steps);
            word(out.name("t"), nanos);
            out.name("a").value(agent);
            actions(out, actions);
            EngineJson.write(out.name("in"), Event.class, event);
            out.name("out").beginArray();
            for (final Effect effect : effects) {
                EngineJson.write(out, Effect.class, effect);
            }
            out.endArray();
            add(text.toString());
            out.name("h").value(ValueAdapters.hex(hash));
            out.endObject();
        } catch (final IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        sink.line(new Step(steps, nanos, agent, actions, event, effects, hash), text.toString());
    }

    /// Ends the trace.
    public void end(final End end) {
        line(
                end,
                out -> {
                    out.name("end").value(end.steps());
                    out.name("hash").value(ValueAdapters.hex(end.hash()));
                    out.name("property").value(end.property());
                    out.name("observed").value(end.observed());
                });
    }

    private static void actions(final JsonWriter out, final List<Taken> actions)
            throws IOException {
        out.name("act").beginArray();
        for (final Taken taken : actions) {
            out.value(taken.action().specName());
        }
        out.endArray();
        out.name("arg").beginArray();
        for (final Taken taken : actions) {
            out.beginArray();
            word(out, taken.linkId());
            word(out, taken.epoch());
            word(out, taken.rid());
            word(out, taken.chunk());
            word(out, taken.value());
            out.endArray();
        }
        out.endArray();
    }

    private void line(final TraceLine line, final Members members) {
        final StringWriter text = new StringWriter();
        final JsonWriter out = EngineJson.writer(text);
        try {
            out.beginObject();
            members.write(out);
            out.endObject();
        } catch (final IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        add(text.toString());
        sink.line(line, text.toString());
    }

    private void add(final String text) {
        sum.reset();
        sum.update(text.getBytes(StandardCharsets.UTF_8));
        final long mixed = (hash ^ sum.getValue()) * PRIME;
        hash = mixed ^ mixed >>> 32;
    }

    private static void word(final JsonWriter out, final long word) throws IOException {
        if (ValueAdapters.isExact(word)) {
            out.value(word);
        } else {
            out.value(ValueAdapters.hex(word));
        }
    }

    private interface Members {
        void write(JsonWriter out) throws IOException;
    }
}
