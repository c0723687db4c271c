package dev.bounce.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Profile;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// Shows a [CampaignReport], as a table or as JSON that [ReportReader] reads.
final class ReportPrinter {
    static final String SCHEMA = "bounce.sim/1";

    private static final int MARKS_PER_ROW = 3;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private ReportPrinter() {}

    /// One block for one violation: what, where, and how to see it again.
    static String violation(final Profile profile, final CampaignReport.Violation found) {
        return String.format(
                Locale.ROOT,
                "seed %d violates %s%n  step %d, virtual time %d ns%n  %s%n  %s%n  %s%n",
                found.seed(),
                found.property(),
                found.step(),
                found.virtualNanos(),
                found.observed(),
                command(profile, found.seed()),
                minimizing(profile, found.seed()));
    }

    /// The verdict in one line.
    static String verdict(final CampaignReport report) {
        final StringBuilder text = new StringBuilder();
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d seeds (%s): %d violations, %d engine steps, %d transfers",
                        report.seeds(),
                        ranges(report.ran()),
                        report.violations().size(),
                        report.totals().engineSteps(),
                        report.totals().transfers()));
        if (!report.missingMarks().isEmpty()) {
            text.append("; never met: ").append(labels(report.missingMarks()));
        }
        if (!report.inertFamilies().isEmpty()) {
            text.append("; hardly applied: ");
            text.append(
                    report.inertFamilies().stream()
                            .map(Fault::label)
                            .collect(Collectors.joining(", ")));
        }
        return text.toString();
    }

    /// Everything as a table.
    static String table(final CampaignReport report) {
        final CampaignReport.Totals totals = report.totals();
        final StringBuilder text = new StringBuilder();
        line(text, "seeds", report.seeds() + " (" + ranges(report.ran()) + ")");
        line(text, "  per minute and core", report.seedsPerMinute());
        line(text, "profile", report.profile().label());
        line(text, "bytes of memory", report.plan().detail().bytes() ? "yes" : "no");
        line(text, "checkers", report.plan().detail().checkers() ? "all" : "none");
        line(text, "violations", report.violations().size());
        if (report.compared() > 0) {
            line(text, "compared with a second JVM", report.compared());
        }
        line(text, "transfers", totals.transfers());
        line(text, "  succeeded", totals.succeeded());
        line(text, "engine steps", totals.engineSteps());
        line(text, "  per second and core", totals.engineStepsPerSecond());
        line(text, "events", totals.events());
        line(text, "  per second and core", totals.eventsPerSecond());
        line(text, "virtual time", totals.virtualNanos() / NANOS_PER_MILLI + " ms");
        line(text, "  per second of one core", totals.virtualSecondsPerSecond() + " s");
        line(text, "processor time", totals.cpuNanos() / NANOS_PER_MILLI + " ms");
        line(text, "real time", totals.elapsedNanos() / NANOS_PER_MILLI + " ms");
        faultTable(text, report);
        text.append(String.format(Locale.ROOT, "%n%-32s %29s%n", "situation", "times met"));
        for (final Mark mark : Mark.values()) {
            text.append(
                    String.format(
                            Locale.ROOT, "%-32s %29d%n", mark.label(), report.marks().count(mark)));
        }
        return text.toString();
    }

    /// The situations as a Markdown table, three to a row in the order of [Mark].
    static String markdown(final CampaignReport report) {
        final Mark[] marks = Mark.values();
        final int rows = (marks.length + MARKS_PER_ROW - 1) / MARKS_PER_ROW;
        final StringBuilder text = new StringBuilder();
        text.append("| situation | met ".repeat(MARKS_PER_ROW)).append("|\n");
        text.append("|---|---:".repeat(MARKS_PER_ROW)).append("|\n");
        for (int row = 0; row < rows; row++) {
            for (int column = 0; column < MARKS_PER_ROW; column++) {
                final int index = column * rows + row;
                text.append(index < marks.length ? cells(report, marks[index]) : "| | ");
            }
            text.append("|\n");
        }
        return text.toString();
    }

    /// A situation that need not be met is in brackets.
    private static String cells(final CampaignReport report, final Mark mark) {
        final String label =
                mark.isRequired(report.profile()) ? mark.label() : "(" + mark.label() + ")";
        return "| " + label + " | " + report.marks().count(mark) + " ";
    }

    private static void faultTable(final StringBuilder text, final CampaignReport report) {
        text.append(
                String.format(
                        Locale.ROOT,
                        "%n%-32s %9s %9s %9s%n",
                        "fault",
                        "seeds on",
                        "seeds hit",
                        "applied"));
        for (final Fault family : Fault.values()) {
            final CampaignReport.FaultCounts counts = report.faults(family);
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%-32s %9d %9d %9d%n",
                            family.label(),
                            counts.enabled(),
                            counts.struck(),
                            counts.applied()));
        }
    }

    /// Everything as one JSON object in one line. `steps` are events of the simulator.
    static String json(final CampaignReport report) {
        return object(report).toString();
    }

    /// The same of a sum, with the seeds that no part has run.
    static String mergedJson(final CampaignReport report) {
        final JsonObject json = object(report);
        final JsonArray missing = new JsonArray();
        report.missing().forEach(range -> missing.add(range.toString()));
        json.add("missingSeeds", missing);
        return json.toString();
    }

    private static JsonObject object(final CampaignReport report) {
        final CampaignReport.Totals totals = report.totals();
        final JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("build", report.build());
        json.addProperty("profile", report.profile().label());
        json.addProperty("campaign", report.plan().whole().toString());
        final JsonArray ran = new JsonArray();
        report.ran().forEach(range -> ran.add(range.toString()));
        json.add("ran", ran);
        json.addProperty("seeds", report.seeds());
        json.addProperty("seedsPerMinute", report.seedsPerMinute());
        json.addProperty("bytes", report.plan().detail().bytes());
        json.addProperty("checkers", report.plan().detail().checkers());
        json.addProperty("violations", report.violations().size());
        if (report.compared() > 0) {
            json.addProperty("comparedWithSecondJvm", report.compared());
        }
        json.addProperty("steps", totals.events());
        json.addProperty("stepsPerSecond", totals.eventsPerSecond());
        json.addProperty("engineSteps", totals.engineSteps());
        json.addProperty("engineStepsPerSecond", totals.engineStepsPerSecond());
        json.addProperty("virtualSecondsPerSecond", totals.virtualSecondsPerSecond());
        json.addProperty("virtualNanos", totals.virtualNanos());
        json.addProperty("elapsedNanos", totals.elapsedNanos());
        json.addProperty("cpuNanos", totals.cpuNanos());
        json.addProperty("transfers", totals.transfers());
        json.addProperty("succeeded", totals.succeeded());
        json.add("faults", faults(report));
        json.add("marks", marks(report));
        final JsonArray missing = new JsonArray();
        report.missingMarks().forEach(mark -> missing.add(mark.label()));
        json.add("missingMarks", missing);
        final JsonArray inert = new JsonArray();
        report.inertFamilies().forEach(family -> inert.add(family.label()));
        json.add("inertFamilies", inert);
        json.add("found", found(report));
        return json;
    }

    private static JsonObject faults(final CampaignReport report) {
        final JsonObject faults = new JsonObject();
        for (final Fault family : Fault.values()) {
            final CampaignReport.FaultCounts counts = report.faults(family);
            final JsonObject one = new JsonObject();
            one.addProperty("seedsEnabled", counts.enabled());
            one.addProperty("seedsApplied", counts.struck());
            one.addProperty("applied", counts.applied());
            faults.add(family.label(), one);
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
            one.addProperty("seed", violation.seed());
            one.addProperty("property", violation.property());
            one.addProperty("step", violation.step());
            one.addProperty("virtualNanos", violation.virtualNanos());
            one.addProperty("observed", violation.observed());
            one.addProperty("command", command(report.profile(), violation.seed()));
            one.addProperty("minimize", minimizing(report.profile(), violation.seed()));
            found.add(one);
        }
        return found;
    }

    /// Ranges of seeds in words.
    static String ranges(final List<SeedRange> ranges) {
        return ranges.isEmpty()
                ? "none"
                : ranges.stream().map(SeedRange::toString).collect(Collectors.joining(", "));
    }

    private static String labels(final List<Mark> marks) {
        return marks.stream().map(Mark::label).collect(Collectors.joining(", "));
    }

    private static String command(final Profile profile, final long seed) {
        return "./bounce sim" + subject(profile, seed);
    }

    private static String minimizing(final Profile profile, final long seed) {
        return "./bounce minimize" + subject(profile, seed) + " -o seed-" + seed + ".jsonl";
    }

    private static String subject(final Profile profile, final long seed) {
        return " --seed "
                + seed
                + (profile == Profile.DEFAULT ? "" : " --profile " + profile.label());
    }

    private static void line(final StringBuilder text, final String name, final Object value) {
        text.append(String.format(Locale.ROOT, "%-32s %29s%n", name, value));
    }
}
