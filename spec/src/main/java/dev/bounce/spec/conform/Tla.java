package dev.bounce.spec.conform;

import dev.bounce.spec.tla.TlaValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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
}
