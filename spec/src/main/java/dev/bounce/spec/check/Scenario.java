package dev.bounce.spec.check;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonPrimitive;
import dev.bounce.spec.check.Counterexample.Taken;
import dev.bounce.spec.tla.Change;
import dev.bounce.spec.tla.TlaValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A [Counterexample] for programs: JSON lines that say which action to take next.
///
/// - Line 1: `{"schema":"bounce.scenario/1","model":..,"bug":..,"property":..,"constants":{..},
///   "state":{..}}`; `constants` says how many agents, links, requests and regions there are,
///   `state` is the initial state.
/// - One line per step: `{"n":2,"act":"OpenLink","in":["ab"],"d":[..]}`; `n` numbers the states
///   from 1, `act` is the name that the engine and the traces use too, `in` its arguments in the
///   order of the specification, `d` what changed: `{"path":"req[1].st","from":..,"to":..}`, for
///   sets only `from` (removed) or only `to` (added).
/// - Of an endless behaviour a last line `{"backTo":5}`: the state that follows the last one.
///
/// Functions and records are objects, tuples and sets are arrays.
final class Scenario {
    private static final String SCHEMA = "bounce.scenario/1";
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private Scenario() {}

    /// Writes a file, in place of one that is there.
    static void write(final Counterexample counterexample, final Path file) throws IOException {
        Files.write(file, lines(counterexample));
    }

    /// The lines of the file.
    static List<String> lines(final Counterexample counterexample) {
        final List<String> lines = new ArrayList<>();
        final JsonObject head = new JsonObject();
        head.addProperty("schema", SCHEMA);
        head.addProperty("model", counterexample.model());
        head.addProperty("bug", counterexample.bug());
        head.addProperty("property", counterexample.property());
        head.add("constants", json(counterexample.constants()));
        final JsonObject state = new JsonObject();
        counterexample.initial().forEach((variable, value) -> state.add(variable, json(value)));
        head.add("state", state);
        lines.add(GSON.toJson(head));
        counterexample.steps().forEach(taken -> lines.add(GSON.toJson(step(taken))));
        if (counterexample.backTo() > 0) {
            final JsonObject end = new JsonObject();
            end.addProperty("backTo", counterexample.backTo());
            lines.add(GSON.toJson(end));
        }
        return lines;
    }

    private static JsonObject step(final Taken taken) {
        final JsonObject step = new JsonObject();
        step.addProperty("n", taken.number());
        step.addProperty("act", taken.action());
        step.add("in", array(taken.arguments()));
        final JsonArray changes = new JsonArray();
        for (final Change change : taken.changes()) {
            final JsonObject one = new JsonObject();
            one.addProperty("path", change.path());
            if (change.from() != null) {
                one.add("from", json(change.from()));
            }
            if (change.to() != null) {
                one.add("to", json(change.to()));
            }
            changes.add(one);
        }
        step.add("d", changes);
        return step;
    }

    private static JsonElement json(final TlaValue value) {
        return switch (value) {
            case TlaValue.Text(String text) -> new JsonPrimitive(text);
            case TlaValue.Name(String name) -> new JsonPrimitive(name);
            case TlaValue.Number(long number) -> new JsonPrimitive(number);
            case TlaValue.Truth(boolean truth) -> new JsonPrimitive(truth);
            case TlaValue.Sequence(var elements) -> array(elements);
            case TlaValue.SetOf(var elements) -> array(elements);
            case TlaValue.Mapping(var entries) -> {
                final JsonObject object = new JsonObject();
                entries.forEach((key, entry) -> object.add(TlaValue.plain(key), json(entry)));
                yield object;
            }
        };
    }

    private static JsonArray array(final List<TlaValue> elements) {
        final JsonArray array = new JsonArray();
        elements.forEach(element -> array.add(json(element)));
        return array;
    }
}
