package dev.bounce.spec.trace;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import dev.bounce.engine.Action;
import dev.bounce.engine.Effect;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import dev.bounce.spec.trace.TraceLine.Decided;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.Kind;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceLine.Taken;
import dev.bounce.spec.trace.TraceLine.Taking;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Reads one line of a trace. Members that it does not know are skipped.
final class LineParser {
    private static final Map<String, Action> ACTIONS = new TreeMap<>();
    private static final int ARGUMENTS = 5;

    static {
        for (final Action action : Action.values()) {
            ACTIONS.put(action.specName(), action);
        }
    }

    private LineParser() {}

    /// @throws JsonParseException saying what is wrong
    static TraceLine parse(final JsonObject json) {
        try {
            if (json.has("schema")) {
                return head(json);
            }
            if (json.has("dec")) {
                return new Decided(word(json, "n"), string(json, "dec"), word(json, "val"));
            }
            if (json.has("now")) {
                return new Taking(
                        word(json, "n"), word(json, "t"), string(json, "now"), word(json, "val"));
            }
            if (json.has("state")) {
                return state(json);
            }
            if (json.has("act")) {
                return step(json);
            }
            if (json.has("end")) {
                return new End(
                        word(json, "end"),
                        ValueAdapters.parseHex(string(json, "hash")),
                        stringOrNull(json, "property"),
                        stringOrNull(json, "observed"));
            }
        } catch (final IllegalStateException
                | UnsupportedOperationException
                | NumberFormatException malformed) {
            throw new JsonParseException(malformed.getMessage(), malformed);
        }
        throw new JsonParseException("neither head, decision, state, step nor end of a trace");
    }

    private static Head head(final JsonObject json) {
        final String schema = string(json, "schema");
        if (!schema.equals(TraceLine.SCHEMA)) {
            throw new JsonParseException(
                    "schema is '" + schema + "', this build reads " + TraceLine.SCHEMA);
        }
        final long version = word(json, "v");
        if (version != TraceLine.VERSION) {
            throw new JsonParseException(
                    "version 'v' is " + version + ", this build reads " + TraceLine.VERSION);
        }
        final SortedMap<String, Long> knobs = new TreeMap<>();
        for (final Map.Entry<String, JsonElement> knob : object(json, "knobs").entrySet()) {
            knobs.put(knob.getKey(), EngineJson.read(Long.class, knob.getValue()));
        }
        final List<String> agents = new ArrayList<>();
        for (final JsonElement agent : array(json, "agents")) {
            agents.add(agent.getAsString());
        }
        final Map<String, EngineConfig> configs = new LinkedHashMap<>();
        for (final Map.Entry<String, JsonElement> one : object(json, "config").entrySet()) {
            configs.put(one.getKey(), EngineJson.read(EngineConfig.class, one.getValue()));
        }
        return new Head(
                kind(string(json, "kind")),
                string(json, "build"),
                word(json, "seed"),
                string(json, "profile"),
                knobs,
                agents,
                configs,
                member(json, "steps").getAsBoolean());
    }

    private static Kind kind(final String name) {
        for (final Kind kind : Kind.values()) {
            if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
                return kind;
            }
        }
        throw new JsonParseException("kind is '" + name + "', not simulation or recording");
    }

    private static State state(final JsonObject json) {
        final JsonElement config = json.get("config");
        return new State(
                word(json, "n"),
                word(json, "t"),
                string(json, "a"),
                config == null ? null : EngineJson.read(EngineConfig.class, config),
                required(Snapshot.class, json, "state"));
    }

    private static Step step(final JsonObject json) {
        final List<Effect> effects = new ArrayList<>();
        for (final JsonElement effect : array(json, "out")) {
            effects.add(notNull(EngineJson.read(Effect.class, effect), "out"));
        }
        return new Step(
                word(json, "n"),
                word(json, "t"),
                string(json, "a"),
                actions(array(json, "act"), array(json, "arg")),
                required(Event.class, json, "in"),
                effects,
                ValueAdapters.parseHex(string(json, "h")));
    }

    private static List<Taken> actions(final JsonArray names, final JsonArray arguments) {
        if (names.size() != arguments.size()) {
            throw new JsonParseException(
                    names.size() + " actions have arguments for " + arguments.size());
        }
        final List<Taken> actions = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            final Action action = ACTIONS.get(names.get(i).getAsString());
            if (action == null) {
                throw new JsonParseException("no action is named " + names.get(i));
            }
            final JsonArray words = arguments.get(i).getAsJsonArray();
            if (words.size() != ARGUMENTS) {
                throw new JsonParseException(
                        action.specName() + " has " + words.size() + " arguments");
            }
            actions.add(
                    new Taken(
                            action,
                            EngineJson.read(Long.class, words.get(0)),
                            EngineJson.read(Long.class, words.get(1)),
                            EngineJson.read(Long.class, words.get(2)),
                            words.get(3).getAsInt(),
                            EngineJson.read(Long.class, words.get(4))));
        }
        return actions;
    }

    private static <T> T required(final Class<T> type, final JsonObject json, final String name) {
        return notNull(EngineJson.read(type, member(json, name)), name);
    }

    private static <T> T notNull(final T value, final String name) {
        if (value == null) {
            throw new JsonParseException("'" + name + "' is null");
        }
        return value;
    }

    private static JsonElement member(final JsonObject json, final String name) {
        final JsonElement value = json.get(name);
        if (value == null) {
            throw new JsonParseException("'" + name + "' is missing");
        }
        return value;
    }

    private static JsonObject object(final JsonObject json, final String name) {
        return member(json, name).getAsJsonObject();
    }

    private static JsonArray array(final JsonObject json, final String name) {
        return member(json, name).getAsJsonArray();
    }

    private static String string(final JsonObject json, final String name) {
        return member(json, name).getAsString();
    }

    private static String stringOrNull(final JsonObject json, final String name) {
        final JsonElement value = member(json, name);
        return value.isJsonNull() ? null : value.getAsString();
    }

    private static long word(final JsonObject json, final String name) {
        return required(Long.class, json, name);
    }
}
