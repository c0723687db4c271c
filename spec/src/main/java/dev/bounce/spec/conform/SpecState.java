package dev.bounce.spec.conform;

import dev.bounce.spec.tla.TlaValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// A state of `Bounce.tla`: its variables, in canonical order, and short ways to read them.
final class SpecState {
    private final Map<String, TlaValue> variables;

    SpecState(final Map<String, TlaValue> variables) {
        final Map<String, TlaValue> canonical = new TreeMap<>();
        variables.forEach((name, value) -> canonical.put(name, Tla.canonical(value)));
        this.variables = new LinkedHashMap<>(canonical);
    }

    /// What stands at a path: names of variables, fields and keys, and positions from 1.
    TlaValue at(final String variable, final Object... path) {
        TlaValue value = variables.get(variable);
        if (value == null) {
            throw new IllegalArgumentException("the state has no variable " + variable);
        }
        for (final Object key : path) {
            value = in(value, key);
        }
        return value;
    }

    String text(final String variable, final Object... path) {
        return TlaValue.plain(at(variable, path));
    }

    long number(final String variable, final Object... path) {
        return ((TlaValue.Number) at(variable, path)).value();
    }

    boolean truth(final String variable, final Object... path) {
        return ((TlaValue.Truth) at(variable, path)).value();
    }

    List<TlaValue> set(final String variable, final Object... path) {
        return ((TlaValue.SetOf) at(variable, path)).elements();
    }

    List<TlaValue> sequence(final String variable, final Object... path) {
        return ((TlaValue.Sequence) at(variable, path)).elements();
    }

    /// The keys of a function over strings.
    List<String> keys(final String variable) {
        return ((TlaValue.Mapping) at(variable))
                .entries().keySet().stream().map(TlaValue::plain).toList();
    }

    /// How often a fault may still happen.
    long left(final String fault) {
        final TlaValue budget = variables.get("bud");
        final TlaValue count =
                budget instanceof TlaValue.Mapping mapping ? mapping.at(fault) : null;
        return count instanceof TlaValue.Number(long value) ? value : 0;
    }

    /// A field of a record, an entry of a function or an element of a sequence.
    static TlaValue in(final TlaValue value, final Object key) {
        final TlaValue found =
                switch (value) {
                    case TlaValue.Mapping mapping when key instanceof String name ->
                            mapping.at(name);
                    case TlaValue.Mapping mapping when key instanceof Integer number ->
                            mapping.entries().get(new TlaValue.Number(number));
                    case TlaValue.Sequence(final List<TlaValue> elements)
                            when key instanceof Integer position ->
                            elements.get(position - 1);
                    default -> null;
                };
        if (found == null) {
            throw new IllegalArgumentException("there is no " + key + " in " + value);
        }
        return found;
    }

    static String textIn(final TlaValue value, final Object key) {
        return TlaValue.plain(in(value, key));
    }

    static long numberIn(final TlaValue value, final Object key) {
        return ((TlaValue.Number) in(value, key)).value();
    }

    static boolean truthIn(final TlaValue value, final Object key) {
        return ((TlaValue.Truth) in(value, key)).value();
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof SpecState state && variables.equals(state.variables);
    }

    @Override
    public int hashCode() {
        return variables.hashCode();
    }

    @Override
    public String toString() {
        return variables.toString();
    }
}
