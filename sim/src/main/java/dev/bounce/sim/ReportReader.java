package dev.bounce.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Profile;

/// Reads what [ReportPrinter#json] has written.
final class ReportReader {
    private ReportReader() {}

    /// The report in one line.
    ///
    /// @throws IllegalArgumentException in one line if it is none
    static CampaignReport read(final String line) {
        final JsonObject json = parse(line);
        if (!ReportPrinter.SCHEMA.equals(text(json, "schema"))) {
            throw new IllegalArgumentException(
                    "its schema is not " + ReportPrinter.SCHEMA + ": " + json.get("schema"));
        }
        return read(json);
    }

    private static JsonObject parse(final String line) {
        try {
            final JsonElement json = JsonParser.parseString(line);
            if (json.isJsonObject()) {
                return json.getAsJsonObject();
            }
        } catch (final JsonParseException malformed) {
            // Falls through: what the parser says is for programmers.
        }
        throw new IllegalArgumentException("it holds no result of sim, which is a JSON object");
    }

    private static CampaignReport read(final JsonObject json) {
        final CampaignReport report =
                new CampaignReport(
                        new CampaignPlan(
                                SeedRange.parse(text(json, "campaign")),
                                Shard.WHOLE,
                                Profile.parse(text(json, "profile"))),
                        text(json, "build"));
        for (final JsonElement range : array(json, "ran")) {
            addRan(report, SeedRange.parse(text(range, "ran")));
        }
        report.addTotals(
                new CampaignReport.Totals(
                        number(json, "engineSteps"),
                        number(json, "steps"),
                        number(json, "virtualNanos"),
                        number(json, "elapsedNanos"),
                        number(json, "cpuNanos"),
                        number(json, "transfers"),
                        number(json, "succeeded")));
        if (json.has("comparedWithSecondJvm")) {
            report.addCompared(number(json, "comparedWithSecondJvm"));
        }
        final JsonObject faults = object(json, "faults");
        for (final Fault family : Fault.values()) {
            final JsonObject counts = object(faults, family.label());
            report.addFaults(
                    family,
                    new CampaignReport.FaultCounts(
                            number(counts, "seedsEnabled"),
                            number(counts, "seedsApplied"),
                            number(counts, "applied")));
        }
        final JsonObject marks = object(json, "marks");
        for (final Mark mark : Mark.values()) {
            report.marks().hit(mark, number(marks, mark.label()));
        }
        for (final JsonElement element : array(json, "found")) {
            final JsonObject found = object(element, "found");
            report.addViolation(
                    new CampaignReport.Violation(
                            number(found, "seed"),
                            text(found, "property"),
                            number(found, "step"),
                            number(found, "virtualNanos"),
                            text(found, "observed")));
        }
        return report;
    }

    private static void addRan(final CampaignReport report, final SeedRange range) {
        final SeedRange whole = report.plan().whole();
        if (range.first() < whole.first() || range.last() > whole.last()) {
            throw new IllegalArgumentException(
                    "it has run the seeds " + range + ", its campaign has " + whole + " only");
        }
        for (final SeedRange other : report.ran()) {
            if (range.overlaps(other)) {
                throw new IllegalArgumentException(
                        "it has run the seeds " + range + " and " + other + ", which overlap");
            }
        }
        report.addRan(range);
    }

    private static long number(final JsonObject json, final String key) {
        try {
            return Long.parseLong(text(json, key));
        } catch (final NumberFormatException malformed) {
            throw wrong(key, json.get(key), "a whole number");
        }
    }

    private static String text(final JsonObject json, final String key) {
        return text(require(json, key), key);
    }

    private static String text(final JsonElement value, final String key) {
        if (!value.isJsonPrimitive()) {
            throw wrong(key, value, "a text or a number");
        }
        return value.getAsString();
    }

    private static JsonArray array(final JsonObject json, final String key) {
        final JsonElement value = require(json, key);
        if (!value.isJsonArray()) {
            throw wrong(key, value, "a list");
        }
        return value.getAsJsonArray();
    }

    private static JsonObject object(final JsonObject json, final String key) {
        return object(require(json, key), key);
    }

    private static JsonObject object(final JsonElement value, final String key) {
        if (!value.isJsonObject()) {
            throw wrong(key, value, "an object");
        }
        return value.getAsJsonObject();
    }

    private static IllegalArgumentException wrong(
            final String key, final JsonElement value, final String expected) {
        return new IllegalArgumentException("its '" + key + "' is not " + expected + ": " + value);
    }

    private static JsonElement require(final JsonObject json, final String key) {
        final JsonElement value = json.get(key);
        if (value == null) {
            throw new IllegalArgumentException("it has no '" + key + "'");
        }
        return value;
    }
}
