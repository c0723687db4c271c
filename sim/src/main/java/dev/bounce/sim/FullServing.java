package dev.bounce.sim;

import com.google.gson.JsonObject;
import dev.bounce.sim.serving.ServingReport;
import dev.bounce.sim.serving.ServingSettings;
import dev.bounce.sim.serving.ServingSimulation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/// Runs as large as a deployment, without faults, and what they came to.
final class FullServing {
    private final ServingSettings settings;
    private final List<ServingReport> reports = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();

    FullServing(final ServingSettings settings) {
        this.settings = settings;
    }

    void run(final long seed) {
        try {
            reports.add(ServingSimulation.run(seed, settings));
        } catch (final IllegalStateException violated) {
            violations.add(violated.getMessage());
        }
    }

    /// Whether nothing failed and no block is left in quarantine.
    boolean isGood() {
        return violations.isEmpty()
                && reports.stream().allMatch(one -> one.failed() + one.quarantinedBlocks() == 0);
    }

    /// The result in words.
    ///
    /// @param ratio of prefill to decode workers
    String text(final String ratio) {
        final StringBuilder text = new StringBuilder();
        violations.forEach(violation -> text.append(violation).append(System.lineSeparator()));
        text.append(
                String.format(
                        Locale.ROOT,
                        "serving in full size, %s, %d seeds: %d served, %d cancelled, %d failed;"
                                + " at most %d rows, %d pinned and %d window blocks; GEN_INIT to"
                                + " ready p50 %s ms, p99 %s ms; %d blocks in quarantine",
                        ratio,
                        reports.size(),
                        sum(ServingReport::served),
                        sum(ServingReport::cancelled),
                        sum(ServingReport::failed),
                        most(ServingReport::rowsPeak),
                        most(ServingReport::pinnedBlocksPeak),
                        most(ServingReport::windowBlocksPeak),
                        percentileMillis(50),
                        percentileMillis(99),
                        sum(ServingReport::quarantinedBlocks)));
        return text.toString();
    }

    JsonObject json() {
        final JsonObject json = new JsonObject();
        json.addProperty("seeds", reports.size());
        json.addProperty("violations", violations.size());
        json.addProperty("served", sum(ServingReport::served));
        json.addProperty("cancelled", sum(ServingReport::cancelled));
        json.addProperty("failed", sum(ServingReport::failed));
        json.addProperty("rowsPeak", most(ServingReport::rowsPeak));
        json.addProperty("pinnedBlocksPeak", most(ServingReport::pinnedBlocksPeak));
        json.addProperty("windowBlocksPeak", most(ServingReport::windowBlocksPeak));
        if (sum(report -> report.readyNanos().size()) > 0) {
            json.addProperty("p50Millis", percentileMillis(50));
            json.addProperty("p99Millis", percentileMillis(99));
        }
        json.addProperty("quarantinedBlocks", sum(ServingReport::quarantinedBlocks));
        return json;
    }

    private int sum(final ToIntFunction<ServingReport> count) {
        return reports.stream().mapToInt(count).sum();
    }

    private int most(final ToIntFunction<ServingReport> peak) {
        return reports.stream().mapToInt(peak).max().orElse(0);
    }

    private BigDecimal percentileMillis(final int percent) {
        final List<Long> ready =
                reports.stream().flatMap(one -> one.readyNanos().stream()).sorted().toList();
        final long nanos =
                ready.isEmpty() ? 0 : ready.get((int) ((ready.size() - 1L) * percent / 100));
        return BigDecimal.valueOf(nanos / 1_000, 3);
    }
}
