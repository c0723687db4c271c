package dev.bounce.sim.replay;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.bounce.spec.trace.MalformedTraceException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// A counterexample of the model checker, as `bounce check --scenario` writes it: which actions of
/// the specification lead to the violation. Nothing is run.
///
/// @param model name of the model
/// @param bug planted in the specification, `none` if none is
/// @param property what is violated
/// @param constants of the model
/// @param initial first state, variable by variable
/// @param steps what was done, in order
/// @param backTo number of the state that follows the last one for ever, 0 if it ends
public record ScenarioFile(
        String model,
        String bug,
        String property,
        JsonObject constants,
        JsonObject initial,
        List<Step> steps,
        int backTo) {
    /// Name of the format.
    public static final String SCHEMA = "bounce.scenario/1";

    /// An action.
    ///
    /// @param number of the state that it leads to, from 2
    /// @param action its name
    /// @param arguments in the order of the specification
    /// @param changes of variables
    public record Step(int number, String action, JsonArray arguments, List<Change> changes) {
        /// Copies the list.
        public Step {
            changes = List.copyOf(changes);
        }
    }

    /// A change of a variable.
    ///
    /// @param path variable, then keys
    /// @param from value before, `null` for a new element of a set
    /// @param to value after, `null` for an element that left a set
    public record Change(String path, JsonElement from, JsonElement to) {}

    /// Copies the list.
    public ScenarioFile {
        steps = List.copyOf(steps);
    }

    /// Whether a first line belongs to such a file, of whatever version.
    public static boolean isScenario(final String firstLine) {
        return firstLine.contains("\"schema\":\"bounce.scenario/");
    }

    /// Reads a file.
    ///
    /// @throws MalformedTraceException if it is no such file, with the line
    public static ScenarioFile read(final Path path) throws IOException, MalformedTraceException {
        final List<String> lines;
        try {
            lines = Files.readAllLines(path);
        } catch (final CharacterCodingException binary) {
            throw new MalformedTraceException(1, "not UTF-8");
        }
        int number = 1;
        try {
            if (lines.isEmpty()) {
                throw new JsonParseException("the file is empty");
            }
            final JsonObject head = object(lines.getFirst());
            if (!member(head, "schema").getAsString().equals(SCHEMA)) {
                throw new JsonParseException(
                        "schema is " + head.get("schema") + ", this build reads " + SCHEMA);
            }
            final List<Step> steps = new ArrayList<>();
            int backTo = 0;
            for (final String line : lines.subList(1, lines.size())) {
                number++;
                final JsonObject json = object(line);
                if (backTo > 0) {
                    throw new JsonParseException("follows the end of the scenario");
                } else if (json.has("backTo")) {
                    backTo = json.get("backTo").getAsInt();
                } else {
                    steps.add(step(json));
                }
            }
            return new ScenarioFile(
                    member(head, "model").getAsString(),
                    member(head, "bug").getAsString(),
                    member(head, "property").getAsString(),
                    member(head, "constants").getAsJsonObject(),
                    member(head, "state").getAsJsonObject(),
                    steps,
                    backTo);
        } catch (final JsonParseException
                | IllegalStateException
                | UnsupportedOperationException
                | NumberFormatException malformed) {
            final String what = String.valueOf(malformed.getMessage());
            throw new MalformedTraceException(number, what.lines().findFirst().orElse("malformed"));
        }
    }

    private static Step step(final JsonObject json) {
        final List<Change> changes = new ArrayList<>();
        for (final JsonElement one : member(json, "d").getAsJsonArray()) {
            final JsonObject change = one.getAsJsonObject();
            changes.add(
                    new Change(
                            member(change, "path").getAsString(),
                            change.get("from"),
                            change.get("to")));
        }
        return new Step(
                member(json, "n").getAsInt(),
                member(json, "act").getAsString(),
                member(json, "in").getAsJsonArray(),
                changes);
    }

    private static JsonObject object(final String line) {
        return JsonParser.parseString(line).getAsJsonObject();
    }

    private static JsonElement member(final JsonObject json, final String name) {
        final JsonElement value = json.get(name);
        if (value == null) {
            throw new JsonParseException("'" + name + "' is missing");
        }
        return value;
    }
}
