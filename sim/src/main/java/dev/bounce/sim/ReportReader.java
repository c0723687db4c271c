package dev.bounce.sim;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
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
        try {
            final JsonObject json = JsonParser.parseString(line).getAsJsonObject();
            if (!ReportPrinter.SCHEMA.equals(text(json, "schema"))) {
                throw new IllegalArgumentException(
                        "its schema is not " + ReportPrinter.SCHEMA + ": " + json.get("schema"));
            }
            return read(json);
        } catch (final IllegalArgumentException malformed) {
            throw malformed;
        } catch (final RuntimeException malformed) {
            throw new IllegalArgumentException(
                    "it holds no result of sim: " + malformed.getMessage(), malformed);
        }
    }

    private static CampaignReport read(final JsonObject json) {
        final CampaignReport report =
                new CampaignReport(
                        new CampaignPlan(
                                SeedRange.parse(text(json, "campaign")),
                                Shard.WHOLE,
                                Profile.parse(text(json, "profile"))),
                        text(json, "build"));
        for (final JsonElement range : json.getAsJsonArray("ran")) {
            report.addRan(SeedRange.parse(range.getAsString()));
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
        final JsonObject faults = json.getAsJsonObject("faults");
        for (final Fault family : Fault.values()) {
            final JsonObject counts = faults.getAsJsonObject(family.label());
            report.addFaults(
                    family,
                    new CampaignReport.FaultCounts(
                            number(counts, "seedsEnabled"),
                            number(counts, "seedsApplied"),
                            number(counts, "applied")));
        }
        final JsonObject marks = json.getAsJsonObject("marks");
        for (final Mark mark : Mark.values()) {
            report.marks().hit(mark, number(marks, mark.label()));
        }
        for (final JsonElement element : json.getAsJsonArray("found")) {
            final JsonObject found = element.getAsJsonObject();
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

    private static long number(final JsonObject json, final String key) {
        return require(json, key).getAsLong();
    }

    private static String text(final JsonObject json, final String key) {
        return require(json, key).getAsString();
    }

    private static JsonElement require(final JsonObject json, final String key) {
        final JsonElement value = json.get(key);
        if (value == null) {
            throw new IllegalArgumentException("it has no '" + key + "'");
        }
        return value;
    }
}
