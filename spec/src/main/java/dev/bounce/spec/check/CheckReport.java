package dev.bounce.spec.check;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/// What checking models and situations came to.
///
/// @param name what was asked for
/// @param models results of the models, at least one
/// @param situations results of the rare situations
/// @param seconds wall-clock time of all
record CheckReport(
        String name, List<ModelResult> models, List<ViolationResult> situations, double seconds) {
    private static final String SCHEMA = "bounce.check/1";

    CheckReport {
        models = List.copyOf(models);
        situations = List.copyOf(situations);
    }

    /// The report of one model.
    static CheckReport ofOne(final ModelResult result) {
        return new CheckReport(
                result.model().name(),
                List.of(result),
                List.of(),
                result.verdict().stats().seconds());
    }

    boolean isOk() {
        return models.stream().allMatch(ModelResult::isOk)
                && situations.stream().allMatch(ViolationResult::isOk);
    }

    /// For people.
    String table() {
        final StringBuilder text = new StringBuilder();
        final String format = "%-24s | %-8s | %11s | %5s | %7s | %s%n";
        text.append(
                String.format(format, "model", "kind", "distinct", "depth", "seconds", "verdict"));
        for (final ModelResult result : models) {
            final var stats = result.verdict().stats();
            text.append(
                    String.format(
                            Locale.ROOT,
                            format,
                            result.model().name(),
                            result.kind(),
                            String.format(Locale.ROOT, "%,d", stats.distinct()),
                            stats.depth(),
                            String.format(Locale.ROOT, "%.1f", stats.seconds()),
                            result.summary()));
        }
        if (!situations.isEmpty()) {
            text.append(System.lineSeparator())
                    .append(ViolationTable.of("situation", "reached by violating", situations));
        }
        return text.append(
                        String.format(
                                Locale.ROOT,
                                "%n%d of %d models ok, %d of %d situations reached, %.1f s%n",
                                models.stream().filter(ModelResult::isOk).count(),
                                models.size(),
                                situations.stream().filter(ViolationResult::isOk).count(),
                                situations.size(),
                                seconds))
                .toString();
    }

    /// For programs. The totals come first; of several models each one is in `models`.
    String json() {
        final JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("model", name);
        json.addProperty("ok", isOk());
        json.addProperty(
                "distinctStates",
                models.stream().mapToLong(result -> result.verdict().stats().distinct()).sum());
        json.addProperty(
                "depth",
                models.stream()
                        .mapToInt(result -> result.verdict().stats().depth())
                        .max()
                        .orElseThrow());
        json.addProperty("seconds", tenths(seconds));
        final TreeSet<String> properties = new TreeSet<>();
        models.forEach(result -> properties.addAll(properties(result)));
        json.add("properties", array(List.copyOf(properties)));
        if (models.size() == 1) {
            json.addProperty("verdict", models.getFirst().summary());
        } else {
            final JsonArray all = new JsonArray();
            models.forEach(result -> all.add(object(result)));
            json.add("models", all);
        }
        final JsonArray reached = new JsonArray();
        situations.forEach(result -> reached.add(ViolationTable.object(result)));
        json.add("situations", reached);
        return new GsonBuilder().disableHtmlEscaping().create().toJson(json);
    }

    private static JsonObject object(final ModelResult result) {
        final JsonObject one = new JsonObject();
        one.addProperty("model", result.model().name());
        one.addProperty("kind", result.kind());
        one.addProperty("ok", result.isOk());
        one.addProperty("verdict", result.summary());
        one.addProperty("distinctStates", result.verdict().stats().distinct());
        one.addProperty("generatedStates", result.verdict().stats().generated());
        one.addProperty("depth", result.verdict().stats().depth());
        one.addProperty("seconds", tenths(result.verdict().stats().seconds()));
        one.add("properties", array(properties(result)));
        return one;
    }

    private static List<String> properties(final ModelResult result) {
        final var names = new ArrayList<>(result.config().invariants());
        names.addAll(result.config().properties());
        if (result.config().checksDeadlock()) {
            names.add(Violation.DEADLOCK);
        }
        return names;
    }

    private static JsonArray array(final List<String> texts) {
        final JsonArray array = new JsonArray();
        texts.forEach(array::add);
        return array;
    }

    private static double tenths(final double seconds) {
        return Math.round(seconds * 10) / 10.0;
    }
}
