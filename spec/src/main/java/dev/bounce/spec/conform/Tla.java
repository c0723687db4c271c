package dev.bounce.spec.conform;

import dev.bounce.spec.tla.TlaValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Short ways to write values of TLA+.
final class Tla {
    private Tla() {}

    static TlaValue text(final String text) {
        return new TlaValue.Text(text);
    }

    static TlaValue number(final long value) {
        return new TlaValue.Number(value);
    }

    static TlaValue set(final List<TlaValue> elements) {
        return new TlaValue.SetOf(elements.stream().distinct().toList());
    }

    static TlaValue sequence(final List<TlaValue> elements) {
        return new TlaValue.Sequence(elements);
    }

    /// A record; the order of its fields does not matter.
    static TlaValue record(final Map<String, TlaValue> fields) {
        final Map<TlaValue, TlaValue> entries = new LinkedHashMap<>();
        fields.forEach((name, value) -> entries.put(text(name), value));
        return new TlaValue.Mapping(entries);
    }

    /// The same value in the one order that equal values share: elements of sets and fields of
    /// records by their text.
    static TlaValue canonical(final TlaValue value) {
        return switch (value) {
            case TlaValue.Text _, TlaValue.Number _, TlaValue.Truth _, TlaValue.Name _ -> value;
            case TlaValue.Sequence(final List<TlaValue> elements) ->
                    sequence(elements.stream().map(Tla::canonical).toList());
            case TlaValue.SetOf(final List<TlaValue> elements) -> {
                final Map<String, TlaValue> sorted = new TreeMap<>();
                for (final TlaValue element : elements) {
                    final TlaValue canonical = canonical(element);
                    sorted.put(canonical.toString(), canonical);
                }
                yield new TlaValue.SetOf(List.copyOf(sorted.values()));
            }
            case TlaValue.Mapping(final Map<TlaValue, TlaValue> entries) -> {
                final Map<String, TlaValue> keys = new TreeMap<>();
                entries.keySet().forEach(key -> keys.put(key.toString(), key));
                final Map<TlaValue, TlaValue> sorted = new LinkedHashMap<>();
                keys.values().forEach(key -> sorted.put(key, canonical(entries.get(key))));
                yield new TlaValue.Mapping(sorted);
            }
        };
    }
}
