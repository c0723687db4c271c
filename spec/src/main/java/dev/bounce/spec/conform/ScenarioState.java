package dev.bounce.spec.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The state of a scenario file, which changes from step to step. In the file tuples and sets are
/// both arrays; which of the variables hold sets is known here.
final class ScenarioState {
    private static final Set<String> SETS =
            Set.of("net", "writes", "scat", "fenced", "hurt", "hist");
    private static final Set<String> SET_FIELDS = Set.of("left");
    private static final String SETS_BY_LINK = "old";
    private static final Pattern KEY = Pattern.compile("\\.?([^.\\[\\]]+)|\\[(\\d+)]");

    private Map<String, TlaValue> variables = new LinkedHashMap<>();

    ScenarioState(final JsonObject initial) {
        initial.entrySet()
                .forEach(
                        variable ->
                                variables.put(
                                        variable.getKey(),
                                        value(variable.getKey(), 0, variable.getValue())));
    }

    SpecState now() {
        return new SpecState(variables);
    }

    /// Applies one change.
    ///
    /// @param path variable, then keys
    /// @param from value before, `null` for a new element of a set
    /// @param to value after, `null` for an element that left a set
    /// @throws IllegalArgumentException if there is no such place
    void change(final String path, final JsonElement from, final JsonElement to) {
        final List<Object> keys = new ArrayList<>();
        final Matcher key = KEY.matcher(path);
        while (key.find()) {
            keys.add(key.group(2) == null ? key.group(1) : Integer.valueOf(key.group(2)));
        }
        final String variable = keys.getFirst().toString();
        final int depth = keys.size() - 1;
        if (!variables.containsKey(variable)) {
            throw new IllegalArgumentException("the state has no " + path);
        }
        final Map<String, TlaValue> changed = new LinkedHashMap<>(variables);
        changed.put(
                variable,
                changed(
                        variables.get(variable),
                        keys.subList(1, keys.size()),
                        from == null ? null : element(variable, depth, from),
                        to == null ? null : element(variable, depth, to)));
        variables = changed;
    }

    private static TlaValue element(
            final String variable, final int depth, final JsonElement json) {
        return Tla.canonical(value(isSet(variable, depth) ? "" : variable, depth + 1, json));
    }

    private static TlaValue changed(
            final TlaValue value, final List<Object> keys, final TlaValue from, final TlaValue to) {
        if (keys.isEmpty()) {
            if (!(value instanceof TlaValue.SetOf(final List<TlaValue> elements))) {
                return to;
            }
            final List<TlaValue> now = new ArrayList<>();
            elements.stream().map(Tla::canonical).forEach(now::add);
            now.remove(from);
            if (to != null) {
                now.add(to);
            }
            return new TlaValue.SetOf(now);
        }
        final TlaValue inner =
                changed(
                        SpecState.in(value, keys.getFirst()),
                        keys.subList(1, keys.size()),
                        from,
                        to);
        return switch (value) {
            case TlaValue.Sequence(final List<TlaValue> elements) -> {
                final List<TlaValue> now = new ArrayList<>(elements);
                now.set((Integer) keys.getFirst() - 1, inner);
                yield new TlaValue.Sequence(now);
            }
            case TlaValue.Mapping(final Map<TlaValue, TlaValue> entries) -> {
                final Map<TlaValue, TlaValue> now = new LinkedHashMap<>(entries);
                now.put(Tla.text(keys.getFirst().toString()), inner);
                yield new TlaValue.Mapping(now);
            }
            default -> throw new IllegalArgumentException("nothing is inside " + value);
        };
    }

    private static boolean isSet(final String variable, final int depth) {
        return SETS.contains(variable) && depth == 0 || variable.equals(SETS_BY_LINK) && depth == 1;
    }

    /// @param place the variable or field that holds the value
    /// @param depth how deep in the variable it is
    private static TlaValue value(final String place, final int depth, final JsonElement json) {
        if (json.isJsonObject()) {
            final Map<String, TlaValue> fields = new LinkedHashMap<>();
            json.getAsJsonObject()
                    .entrySet()
                    .forEach(
                            field ->
                                    fields.put(
                                            field.getKey(),
                                            value(
                                                    place.equals(SETS_BY_LINK)
                                                            ? place
                                                            : field.getKey(),
                                                    depth + 1,
                                                    field.getValue())));
            return Tla.record(fields);
        }
        if (json.isJsonArray()) {
            final boolean isSet = isSet(place, depth) || SET_FIELDS.contains(place);
            final List<TlaValue> elements = new ArrayList<>();
            json.getAsJsonArray().forEach(element -> elements.add(value("", depth + 1, element)));
            return isSet ? Tla.set(elements) : Tla.sequence(elements);
        }
        if (json.getAsJsonPrimitive().isBoolean()) {
            return new TlaValue.Truth(json.getAsBoolean());
        }
        return json.getAsJsonPrimitive().isNumber()
                ? Tla.number(json.getAsLong())
                : Tla.text(json.getAsString());
    }

    /// A value in which every array is a sequence: constants of a model.
    static TlaValue.Mapping constants(final JsonObject constants) {
        return (TlaValue.Mapping) value("", 0, constants);
    }
}
