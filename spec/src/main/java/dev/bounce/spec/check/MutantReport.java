package dev.bounce.spec.check;

import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;

/// What looking for planted bugs came to.
///
/// @param mutants results of those that must be found
/// @param equivalents those that must survive
/// @param survivals their results, in the same order
/// @param untried properties that no planted bug has to violate
/// @param seconds wall-clock time of all
record MutantReport(
        List<ViolationResult> mutants,
        List<Equivalent> equivalents,
        List<ViolationResult> survivals,
        SortedSet<String> untried,
        double seconds) {
    private static final String SCHEMA = "bounce.checkMutants/1";

    MutantReport {
        mutants = List.copyOf(mutants);
        equivalents = List.copyOf(equivalents);
        survivals = List.copyOf(survivals);
        untried = new TreeSet<>(untried);
    }

    boolean isOk() {
        return mutants.stream().allMatch(ViolationResult::isOk)
                && survivals.stream().allMatch(ViolationResult::isOk)
                && untried.isEmpty();
    }

    /// For people.
    String table() {
        final StringBuilder text =
                new StringBuilder(ViolationTable.of("mutant", "property", mutants));
        if (!survivals.isEmpty()) {
            text.append(System.lineSeparator())
                    .append(ViolationTable.of("equivalent", "covered by", survivals));
        }
        if (!untried.isEmpty()) {
            text.append(System.lineSeparator())
                    .append("no mutant violates ")
                    .append(String.join(", ", untried))
                    .append(System.lineSeparator());
        }
        return text.append(
                        String.format(
                                Locale.ROOT,
                                "%n%d of %d mutants found as listed, %d survived, %.1f s%n",
                                mutants.stream().filter(ViolationResult::isOk).count(),
                                mutants.size(),
                                mutants.stream().filter(ViolationResult::survived).count(),
                                seconds))
                .toString();
    }

    /// For programs.
    String json() {
        final JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("ok", isOk());
        json.addProperty("seconds", Math.round(seconds * 10) / 10.0);
        final JsonArray found = new JsonArray();
        final JsonArray survived = new JsonArray();
        for (final ViolationResult result : mutants) {
            found.add(ViolationTable.object(result));
            if (result.survived()) {
                survived.add(result.expected().name());
            }
        }
        json.add("mutants", found);
        json.add("equivalent", equivalentsJson());
        json.add("survived", survived);
        final JsonArray never = new JsonArray();
        untried.forEach(never::add);
        json.add("unviolated", never);
        return new GsonBuilder().disableHtmlEscaping().create().toJson(json);
    }

    private JsonArray equivalentsJson() {
        final JsonArray all = new JsonArray();
        for (int i = 0; i < equivalents.size(); i++) {
            final JsonObject one = new JsonObject();
            one.addProperty("name", equivalents.get(i).name());
            one.addProperty("coveredBy", equivalents.get(i).coveredBy());
            one.addProperty("pair", equivalents.get(i).pair());
            if (!survivals.get(i).isOk()) {
                one.addProperty("complaint", survivals.get(i).complaint());
            }
            all.add(one);
        }
        return all;
    }
}
