package dev.bounce.spec.conform;

import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.tlc.TlcJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tlc2.overrides.TLAPlusOperator;
import tlc2.value.impl.BoolValue;
import tlc2.value.impl.IntValue;
import tlc2.value.impl.RecordValue;
import tlc2.value.impl.SetEnumValue;
import tlc2.value.impl.StringValue;
import tlc2.value.impl.TupleValue;
import tlc2.value.impl.Value;
import util.UniqueString;

/// The operators of `TraceLog.tla`, inside the JVM of TLC, which has one worker here.
///
/// The input is a text: each line is an entry in TLA+, an empty line ends a trace.
public final class TraceOperators {
    /// Before the number of a trace and that of the first entry that was not followed.
    static final String MARK = "@!@!@TRACE ";

    private static final String MODULE = "TraceLog";
    private static final List<Integer> REACHED = new ArrayList<>();
    private static Value logs;

    private TraceOperators() {}

    /// `Logs`: the traces.
    @TLAPlusOperator(identifier = "Logs", module = MODULE, warn = false)
    public static synchronized Value logs() throws IOException {
        if (logs == null) {
            logs = read(Files.readString(Path.of(TlcJob.INPUT)));
            Runtime.getRuntime().addShutdownHook(new Thread(TraceOperators::tell));
        }
        return logs;
    }

    /// `Reached`: notes the entry that comes next. Always TRUE.
    @TLAPlusOperator(identifier = "Reached", module = MODULE, warn = false)
    public static synchronized BoolValue reached(final IntValue trace, final IntValue entry) {
        final int index = trace.val - 1;
        REACHED.set(index, Math.max(REACHED.get(index), entry.val));
        return BoolValue.ValTrue;
    }

    private static void tell() {
        for (int index = 0; index < REACHED.size(); index++) {
            System.out.println(MARK + (index + 1) + " " + REACHED.get(index));
        }
        System.out.flush();
    }

    private static Value read(final String input) {
        final List<Value> traces = new ArrayList<>();
        for (final String trace : input.split("\n\n")) {
            traces.add(
                    new TupleValue(
                            trace.lines()
                                    .map(line -> value(TlaParser.parse(line)))
                                    .toArray(Value[]::new)));
            REACHED.add(0);
        }
        final TupleValue all = new TupleValue(traces.toArray(Value[]::new));
        all.deepNormalize();
        return all;
    }

    private static Value value(final TlaValue value) {
        return switch (value) {
            case TlaValue.Text text -> new StringValue(text.text());
            case TlaValue.Number number -> IntValue.gen(Math.toIntExact(number.value()));
            case TlaValue.Truth truth -> truth.value() ? BoolValue.ValTrue : BoolValue.ValFalse;
            case TlaValue.Sequence(final List<TlaValue> elements) -> new TupleValue(all(elements));
            case TlaValue.SetOf(final List<TlaValue> elements) ->
                    new SetEnumValue(all(elements), false);
            case TlaValue.Mapping(final Map<TlaValue, TlaValue> entries) ->
                    new RecordValue(
                            entries.keySet().stream()
                                    .map(key -> UniqueString.uniqueStringOf(TlaValue.plain(key)))
                                    .toArray(UniqueString[]::new),
                            all(List.copyOf(entries.values())),
                            false);
            case TlaValue.Name name ->
                    throw new IllegalArgumentException("a trace has no model values: " + name);
        };
    }

    private static Value[] all(final List<TlaValue> elements) {
        return elements.stream().map(TraceOperators::value).toArray(Value[]::new);
    }
}
