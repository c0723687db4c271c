package dev.bounce.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.sim.serving.ServingReport;
import dev.bounce.sim.serving.ServingSettings;
import dev.bounce.sim.serving.ServingSimulation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/// Serving runs of a range of seeds, added up.
final class ServingCampaign {
    /// Name on the command line and in reports.
    static final String PROFILE = "serving";

    private final SeedRange seeds;
    private final List<ServingReport> reports = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final List<Long> readyNanos = new ArrayList<>();

    private ServingCampaign(final SeedRange seeds) {
        this.seeds = seeds;
    }

    /// Runs each seed; one that violates an invariant is noted and left out of the sums.
    static ServingCampaign run(final SeedRange seeds) {
        final ServingCampaign campaign = new ServingCampaign(seeds);
        for (long seed = seeds.first(); seed <= seeds.last(); seed++) {
            try {
                campaign.add(ServingSimulation.run(seed, ServingSettings.ofDefaults()));
            } catch (final IllegalStateException violated) {
                campaign.violations.add(violated.getMessage());
            }
        }
        campaign.readyNanos.sort(null);
        return campaign;
    }

    /// Whether nothing was violated, nothing failed and no block is left in quarantine.
    boolean isGood() {
        return violations.isEmpty()
                && reports.stream().allMatch(one -> one.failed() + one.quarantinedBlocks() == 0);
    }

    /// The result in words.
    String text() {
        final StringBuilder text = new StringBuilder();
        violations.forEach(violation -> text.append(violation).append(System.lineSeparator()));
        text.append(
                String.format(
                        Locale.ROOT,
                        "%d seeds (%s): %d violations, %d requests served, %d cancelled, %d"
                                + " failed%n",
                        seeds.size(),
                        seeds,
                        violations.size(),
                        sum(ServingReport::served),
                        sum(ServingReport::cancelled),
                        sum(ServingReport::failed)));
        text.append(
                String.format(
                        Locale.ROOT,
                        "at most %d rows, %d pinned blocks, %d window blocks; GEN_INIT to ready p50"
                                + " %s ms, p99 %s ms; %d blocks in quarantine",
                        most(ServingReport::rowsPeak),
                        most(ServingReport::pinnedBlocksPeak),
                        most(ServingReport::windowBlocksPeak),
                        percentileMillis(50),
                        percentileMillis(99),
                        sum(ServingReport::quarantinedBlocks)));
        return text.toString();
    }

    /// The result as one object.
    String json() {
        final JsonObject serving = new JsonObject();
        serving.addProperty("served", sum(ServingReport::served));
        serving.addProperty("cancelled", sum(ServingReport::cancelled));
        serving.addProperty("failed", sum(ServingReport::failed));
        serving.addProperty("rowsPeak", most(ServingReport::rowsPeak));
        serving.addProperty("pinnedBlocksPeak", most(ServingReport::pinnedBlocksPeak));
        serving.addProperty("windowBlocksPeak", most(ServingReport::windowBlocksPeak));
        if (!readyNanos.isEmpty()) {
            serving.addProperty("p50Millis", percentileMillis(50));
            serving.addProperty("p99Millis", percentileMillis(99));
        }
        serving.addProperty("quarantinedBlocks", sum(ServingReport::quarantinedBlocks));
        final JsonArray found = new JsonArray();
        violations.forEach(found::add);
        final JsonObject json = new JsonObject();
        json.addProperty("schema", ReportPrinter.SCHEMA);
        json.addProperty("profile", PROFILE);
        json.addProperty("campaign", seeds.toString());
        json.addProperty("seeds", seeds.size());
        json.addProperty("violations", violations.size());
        json.add("serving", serving);
        json.add("found", found);
        return json.toString();
    }

    private void add(final ServingReport report) {
        reports.add(report);
        readyNanos.addAll(report.readyNanos());
    }

    private int sum(final ToIntFunction<ServingReport> count) {
        return reports.stream().mapToInt(count).sum();
    }

    private int most(final ToIntFunction<ServingReport> peak) {
        return reports.stream().mapToInt(peak).max().orElse(0);
    }

    private BigDecimal percentileMillis(final int percent) {
        final long nanos =
                readyNanos.isEmpty()
                        ? 0
                        : readyNanos.get((int) ((readyNanos.size() - 1L) * percent / 100));
        return BigDecimal.valueOf(nanos / 1_000, 3);
    }
}
