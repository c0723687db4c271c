package dev.bounce.spec.check;

import com.google.gson.JsonObject;
import dev.bounce.spec.tlc.Trace;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/// Shows results of violations that must be found.
final class ViolationTable {
    private static final String FORMAT = "%-24s | %-18s | %-22s | %5s | %7s | %s%n";

    private ViolationTable() {}

    /// For people.
    ///
    /// @param what heading of the first column
    /// @param property heading of what is violated
    static String of(
            final String what, final String property, final List<ViolationResult> results) {
        final StringBuilder text =
                new StringBuilder(
                        String.format(
                                FORMAT, what, "model", property, "depth", "seconds", "verdict"));
        for (final ViolationResult result : results) {
            text.append(
                    String.format(
                            FORMAT,
                            result.expected().name(),
                            result.expected().model(),
                            result.expected().property(),
                            depth(result).map(Object::toString).orElse("-"),
                            String.format(Locale.ROOT, "%.1f", result.verdict().stats().seconds()),
                            result.isOk()
                                    ? "ok"
                                    : result.complaint().lines().findFirst().orElse("")));
        }
        return text.toString();
    }

    /// For programs.
    static JsonObject object(final ViolationResult result) {
        final JsonObject one = new JsonObject();
        one.addProperty("name", result.expected().name());
        one.addProperty("model", result.expected().model());
        one.addProperty("killedBy", result.expected().property());
        depth(result).ifPresent(depth -> one.addProperty("depth", depth));
        if (!result.isOk()) {
            one.addProperty("complaint", result.complaint());
        }
        return one;
    }

    private static Optional<Integer> depth(final ViolationResult result) {
        return result.trace().map(Trace::length);
    }
}
