package dev.bounce.sim.mutant;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;

/// Shows which mutants were found.
///
/// @param lines one for each mutant
record MutantReport(List<Line> lines) {
    private static final String SCHEMA = "bounce.simMutants/1";
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();
    private static final String ROW = "%-28s %-6s %-9s %6s  %s%n";

    /// @param kill how it was found, `null` if it was not
    /// @param millis that the search took
    /// @param error why there was no search or no end of it, `null` if there was
    record Line(Mutant mutant, Kill kill, long millis, String error) {

        /// Whether the mutant should have been found and was not.
        boolean isSurvivor() {
            return kill == null && (error != null || mutant.mustDie());
        }

        private boolean isEquivalent() {
            return kill == null && error == null && mutant.isEquivalent();
        }

        private boolean isUnreached() {
            return kill == null && error == null && mutant.unreached() != null;
        }

        private String verdict() {
            if (kill != null) {
                return kill.checker() + (mutant.mustDie() ? "" : " (not expected)");
            }
            if (error != null) {
                return "NOT FOUND: " + error.replaceAll("\\s+", " ");
            }
            if (mutant.mustDie()) {
                return "NOT FOUND";
            }
            if (mutant.unreached() != null) {
                return "not reached: " + mutant.unreached();
            }
            final String pair = mutant.pair() == null ? "" : "; with it removed: " + mutant.pair();
            return "equivalent: " + mutant.coveredBy() + pair;
        }
    }

    boolean hasSurvivors() {
        return lines.stream().anyMatch(Line::isSurvivor);
    }

    /// Adds what was found to a record.
    void record(final Map<String, Kill> kills) {
        for (final Line line : lines) {
            if (line.kill != null) {
                kills.put(line.mutant.name(), line.kill);
            } else {
                kills.remove(line.mutant.name());
            }
        }
    }

    /// For people.
    String table() {
        final StringBuilder text = new StringBuilder();
        text.append(row("mutant", "rule", "profile", "seed", "checker"));
        for (final Line line : lines) {
            final Kill kill = line.kill;
            text.append(
                    row(
                            line.mutant.name(),
                            line.mutant.rule(),
                            kill == null ? "-" : kill.profile().label(),
                            kill == null ? "-" : Long.toString(kill.seed()),
                            line.verdict()));
        }
        return text.append(count(line -> line.kill != null))
                .append(" of ")
                .append(lines.size())
                .append(" found, ")
                .append(count(Line::isEquivalent))
                .append(" equivalent, ")
                .append(count(Line::isUnreached))
                .append(" not reached, ")
                .append(count(Line::isSurvivor))
                .append(" survived")
                .toString();
    }

    private static String row(
            final String mutant,
            final String rule,
            final String profile,
            final String seed,
            final String checker) {
        return String.format(Locale.ROOT, ROW, mutant, rule, profile, seed, checker);
    }

    private long count(final Predicate<Line> which) {
        return lines.stream().filter(which).count();
    }

    /// For programs, as one line.
    String json() {
        final JsonArray mutants = new JsonArray();
        final JsonArray equivalent = new JsonArray();
        final JsonArray unreached = new JsonArray();
        final JsonArray survived = new JsonArray();
        final JsonArray errors = new JsonArray();
        for (final Line line : lines) {
            if (line.kill != null) {
                final JsonObject json = new JsonObject();
                json.addProperty("name", line.mutant.name());
                json.addProperty("rule", line.mutant.rule());
                json.addProperty("profile", line.kill.profile().label());
                json.addProperty("killedBySeed", line.kill.seed());
                json.addProperty("checker", line.kill.checker());
                mutants.add(json);
            } else if (line.isSurvivor()) {
                survived.add(line.mutant.name());
                if (line.error != null) {
                    errors.add(line.mutant.name() + ": " + line.error);
                }
            } else if (line.isUnreached()) {
                final JsonObject json = new JsonObject();
                json.addProperty("name", line.mutant.name());
                json.addProperty("reason", line.mutant.unreached());
                unreached.add(json);
            } else {
                final JsonObject json = new JsonObject();
                json.addProperty("name", line.mutant.name());
                json.addProperty("coveredBy", line.mutant.coveredBy());
                json.addProperty("pair", line.mutant.pair());
                equivalent.add(json);
            }
        }
        final JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.add("mutants", mutants);
        json.add("equivalent", equivalent);
        json.add("unreached", unreached);
        json.add("survived", survived);
        json.add("errors", errors);
        return GSON.toJson(json);
    }
}
