package dev.bounce.sim;

import com.google.gson.JsonObject;
import dev.bounce.model.config.ConfigKey;
import dev.bounce.model.config.ResolvedConfig;
import dev.bounce.model.config.ValueKind;
import java.util.Locale;

/// Shows a configuration, as a table or as JSON.
final class ConfigReport {
    private static final String SCHEMA = "bounce.config/1";
    private static final String ROW = "%-26s %-12s %-12s %s";

    private ConfigReport() {}

    /// One line per key, then one per value that follows.
    static String table(final ResolvedConfig resolved) {
        final StringBuilder text = new StringBuilder();
        row(text, "key", "value", "origin", "meaning");
        for (final ResolvedConfig.Entry entry : resolved.entries()) {
            final String meaning =
                    entry.isClamped()
                            ? entry.key().doc() + " [" + entry.note() + "]"
                            : entry.key().doc();
            row(text, entry.key().text(), entry.effective(), entry.origin(), meaning);
        }
        for (final ResolvedConfig.Derived derived : resolved.derived()) {
            row(text, derived.name(), derived.text(), "derived", derived.doc());
        }
        return text.substring(0, text.length() - 1);
    }

    private static void row(
            final StringBuilder text,
            final String name,
            final String value,
            final String origin,
            final String meaning) {
        text.append(String.format(Locale.ROOT, ROW, name, value, origin, meaning)).append('\n');
    }

    /// One object. Numbers are bytes, nanoseconds or counts.
    static String json(final ResolvedConfig resolved) {
        final JsonObject values = new JsonObject();
        for (final ResolvedConfig.Entry entry : resolved.entries()) {
            values.add(entry.key().text(), json(entry));
        }
        final JsonObject derived = new JsonObject();
        for (final ResolvedConfig.Derived value : resolved.derived()) {
            final JsonObject one = new JsonObject();
            one.addProperty("value", value.value());
            one.addProperty("text", value.text());
            one.addProperty("meaning", value.doc());
            derived.add(value.name(), one);
        }
        final JsonObject object = new JsonObject();
        object.addProperty("schema", SCHEMA);
        object.add("values", values);
        object.add("derived", derived);
        return object.toString();
    }

    private static JsonObject json(final ResolvedConfig.Entry entry) {
        final ConfigKey key = entry.key();
        final JsonObject one = new JsonObject();
        switch (key.kind()) {
            case FLAG -> one.addProperty("value", entry.value() == 1);
            case TEXT -> one.addProperty("value", entry.effective());
            case SIZE, BLOCK_SIZE, DURATION, COUNT -> one.addProperty("value", entry.value());
        }
        if (key.kind() == ValueKind.SIZE
                || key.kind() == ValueKind.BLOCK_SIZE
                || key.kind() == ValueKind.DURATION) {
            one.addProperty("text", entry.effective());
        }
        one.addProperty("origin", entry.origin());
        if (entry.isClamped()) {
            one.addProperty("requested", entry.requested());
            one.addProperty("note", entry.note());
        }
        one.addProperty("default", key.defaultText());
        one.addProperty("allowed", key.allowed());
        one.addProperty("environment", key.environmentName());
        one.addProperty("meaning", key.doc());
        return one;
    }
}
