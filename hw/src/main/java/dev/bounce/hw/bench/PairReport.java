package dev.bounce.hw.bench;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// What one side of `bounce agent` has counted.
///
/// @param role `listener` or `caller`
/// @param rounds that ended, whichever way
/// @param verified rounds whose every byte was compared and right
/// @param wrong rounds of which a byte was wrong
/// @param failures rounds that failed, by what they ended with
/// @param bytes of the verified rounds
/// @param nanos between the first round and the last
/// @param reactorMicros of the reactor per chunk and role over the second half of the rounds, 0 if
///     no chunk was moved in it
record PairReport(
        String role,
        PairPlan plan,
        long rounds,
        long verified,
        long wrong,
        Map<String, Long> failures,
        long bytes,
        long nanos,
        double reactorMicros) {
    private static final String SCHEMA = "bounce.agent/1";
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    int exitCode() {
        if (wrong > 0) {
            return BenchException.MISMATCH;
        }
        return failures.isEmpty() && verified == rounds ? 0 : BenchException.FAILED;
    }

    String json() {
        final JsonObject object = new JsonObject();
        object.addProperty("schema", SCHEMA);
        object.addProperty("role", role);
        object.addProperty("workload", plan.workload().name());
        object.addProperty("plane", lower(plan.plane()));
        object.addProperty("control", lower(plan.control()));
        object.addProperty("rounds", rounds);
        object.addProperty("verified", verified);
        object.addProperty("wrong", wrong);
        final JsonObject failed = new JsonObject();
        new TreeMap<>(failures).forEach(failed::addProperty);
        object.add("failures", failed);
        object.addProperty("bytes", bytes);
        if (reactorMicros > 0) {
            object.addProperty("reactorMicrosPerChunk", reactorMicros);
        }
        return GSON.toJson(object);
    }

    String text() {
        return String.format(
                Locale.ROOT,
                "%s, %s over %s and %s: %d rounds, %d verified, %d wrong, failures %s, %.3f GB/s%s",
                role,
                plan.workload().name(),
                lower(plan.plane()),
                lower(plan.control()),
                rounds,
                verified,
                wrong,
                failures.isEmpty() ? "none" : new TreeMap<>(failures),
                nanos == 0 ? 0.0 : (double) bytes / nanos,
                reactorMicros > 0
                        ? String.format(
                                Locale.ROOT, ", reactor %.1f us per chunk and role", reactorMicros)
                        : "");
    }

    private static String lower(final Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }
}
