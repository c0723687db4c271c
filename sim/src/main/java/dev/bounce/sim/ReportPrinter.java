package dev.bounce.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Mark;
import java.util.Locale;

/// Shows a [CampaignReport], as a table or as JSON.
final class ReportPrinter {
    private static final String SCHEMA = "bounce.sim/1";
    private static final long NANOS_PER_MILLI = 1_000_000;

    private ReportPrinter() {}

    /// One block for one violation: what, where, and how to see it again.
    static String violation(final CampaignReport.Violation found) {
        final PropertyViolation violation = found.violation();
        return String.format(
                Locale.ROOT,
                "seed %d violates %s%n  step %d, virtual time %d ns%n  %s%n  ./bounce sim --seed"
                        + " %d%n",
                found.result().seed(),
                violation.property(),
                found.result().steps(),
                found.result().virtualNanos(),
                violation.observed(),
                found.result().seed());
    }

    /// The verdict in one line.
    static String verdict(final CampaignReport report) {
        return String.format(
                Locale.ROOT,
                "%d seeds (%s): %d violations, %d engine steps, %d transfers",
                report.seeds().size(),
                report.seeds(),
                report.violations().size(),
                report.steps(),
                report.transfers());
    }

    /// Everything as a table.
    static String table(final CampaignReport report) {
        final StringBuilder text = new StringBuilder();
        line(text, "seeds", report.seeds().size() + " (" + report.seeds() + ")");
        line(text, "violations", report.violations().size());
        line(text, "transfers", report.transfers());
        line(text, "  succeeded", report.succeeded());
        line(text, "engine steps", report.steps());
        line(text, "  per second and core", report.stepsPerSecond());
        line(text, "events", report.events());
        line(text, "  per second and core", report.eventsPerSecond());
        line(text, "virtual time", report.virtualNanos() / NANOS_PER_MILLI + " ms");
        line(text, "processor time", report.cpuNanos() / NANOS_PER_MILLI + " ms");
        line(text, "real time", report.elapsedNanos() / NANOS_PER_MILLI + " ms");
        text.append(
                String.format(
                        Locale.ROOT,
                        "%n%-32s %9s %9s %9s%n",
                        "fault",
                        "seeds on",
                        "seeds hit",
                        "applied"));
        for (final Fault family : Fault.values()) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%-32s %9d %9d %9d%n",
                            family.label(),
                            report.enabled(family),
                            report.struck(family),
                            report.applied(family)));
        }
        text.append(String.format(Locale.ROOT, "%n%-32s %29s%n", "situation", "times met"));
        for (final Mark mark : Mark.values()) {
            text.append(
                    String.format(
                            Locale.ROOT, "%-32s %29d%n", mark.label(), report.marks().count(mark)));
        }
        return text.toString();
    }

    /// Everything as one JSON object.
    static String json(final CampaignReport report) {
        final JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("firstSeed", report.seeds().first());
        json.addProperty("lastSeed", report.seeds().last());
        json.addProperty("seeds", report.seeds().size());
        json.addProperty("violations", report.violations().size());
        json.addProperty("steps", report.steps());
        json.addProperty("stepsPerSecond", report.stepsPerSecond());
        json.addProperty("events", report.events());
        json.addProperty("eventsPerSecond", report.eventsPerSecond());
        json.addProperty("virtualNanos", report.virtualNanos());
        json.addProperty("elapsedNanos", report.elapsedNanos());
        json.addProperty("cpuNanos", report.cpuNanos());
        json.addProperty("transfers", report.transfers());
        json.addProperty("succeeded", report.succeeded());
        json.add("faults", faults(report));
        json.add("marks", marks(report));
        json.add("found", found(report));
        return json.toString();
    }

    private static JsonObject faults(final CampaignReport report) {
        final JsonObject faults = new JsonObject();
        for (final Fault family : Fault.values()) {
            final JsonObject counts = new JsonObject();
            counts.addProperty("seedsEnabled", report.enabled(family));
            counts.addProperty("seedsApplied", report.struck(family));
            counts.addProperty("applied", report.applied(family));
            faults.add(family.label(), counts);
        }
        return faults;
    }

    private static JsonObject marks(final CampaignReport report) {
        final JsonObject marks = new JsonObject();
        for (final Mark mark : Mark.values()) {
            marks.addProperty(mark.label(), report.marks().count(mark));
        }
        return marks;
    }

    private static JsonArray found(final CampaignReport report) {
        final JsonArray found = new JsonArray();
        for (final CampaignReport.Violation violation : report.violations()) {
            final JsonObject one = new JsonObject();
            one.addProperty("seed", violation.result().seed());
            one.addProperty("property", violation.violation().property());
            one.addProperty("step", violation.result().steps());
            one.addProperty("virtualNanos", violation.result().virtualNanos());
            one.addProperty("observed", violation.violation().observed());
            one.addProperty("command", "./bounce sim --seed " + violation.result().seed());
            found.add(one);
        }
        return found;
    }

    private static void line(final StringBuilder text, final String name, final Object value) {
        text.append(String.format(Locale.ROOT, "%-32s %29s%n", name, value));
    }
}
