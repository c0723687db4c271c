package dev.bounce.spec.tla;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/// A value as TLC prints it. `toString` gives it back on one line, in TLA+.
public sealed interface TlaValue {

    /// A string.
    record Text(String text) implements TlaValue {
        @Override
        public String toString() {
            return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        }
    }

    /// An integer.
    record Number(long value) implements TlaValue {
        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    /// TRUE or FALSE.
    record Truth(boolean value) implements TlaValue {
        @Override
        public String toString() {
            return value ? "TRUE" : "FALSE";
        }
    }

    /// A model value: equal to itself only.
    record Name(String name) implements TlaValue {
        @Override
        public String toString() {
            return name;
        }
    }

    /// A tuple or sequence.
    record Sequence(List<TlaValue> elements) implements TlaValue {
        public Sequence {
            elements = List.copyOf(elements);
        }

        @Override
        public String toString() {
            return "<<" + joined(elements) + ">>";
        }
    }

    /// A set, in the order in which TLC printed it.
    record SetOf(List<TlaValue> elements) implements TlaValue {
        public SetOf {
            elements = List.copyOf(elements);
        }

        @Override
        public String toString() {
            return "{" + joined(elements) + "}";
        }
    }

    /// A record, or a function that is not a sequence, in the order in which TLC printed it.
    record Mapping(Map<TlaValue, TlaValue> entries) implements TlaValue {
        public Mapping {
            entries = new LinkedHashMap<>(entries);
        }

        /// Whether all keys are strings.
        public boolean isRecord() {
            return entries.keySet().stream().allMatch(Text.class::isInstance);
        }

        /// The value at a string key; null if there is none.
        public TlaValue at(final String key) {
            return entries.get(new Text(key));
        }

        @Override
        public String toString() {
            final boolean isRecord = isRecord();
            final StringJoiner text =
                    isRecord
                            ? new StringJoiner(", ", "[", "]")
                            : new StringJoiner(" @@ ", "(", ")");
            entries.forEach(
                    (key, value) ->
                            text.add(
                                    isRecord
                                            ? plain(key) + " |-> " + value
                                            : key + " :> " + value));
            return text.toString();
        }
    }

    /// A string without its quotes; anything else as `toString`.
    static String plain(final TlaValue value) {
        return value instanceof Text(String text) ? text : value.toString();
    }

    private static String joined(final List<TlaValue> elements) {
        final StringJoiner text = new StringJoiner(", ");
        elements.forEach(element -> text.add(element.toString()));
        return text.toString();
    }
}
