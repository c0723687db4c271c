package dev.bounce.sim;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.sim.serving.ServingReport;
import dev.bounce.sim.serving.ServingSettings;
import dev.bounce.sim.serving.ServingSimulation;
import dev.bounce.sim.world.Detail;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.ServingFigures;
import dev.bounce.sim.world.ServingResult;
import dev.bounce.sim.world.Simulation;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/// What the workers of a serving campaign came to: of each seed in a small world with faults, and
/// of one seed in fifty as large as a deployment, without faults.
final class ServingCampaign {
    private static final int FULL_EVERY = 50;

    private final TreeMap<Long, ServingFigures> faulty = new TreeMap<>();
    private final List<ServingReport> full = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private final List<Long> readyNanos = new ArrayList<>();

    /// Runs a script and keeps what its workers came to.
    SeedResult run(final Script script, final Detail detail) {
        final ServingResult served = Simulation.serve(script, detail);
        faulty.put(script.seed(), served.figures());
        return served.result();
    }

    /// Runs one seed in fifty as large as a deployment.
    void serveInFull(final SeedRange seeds) {
        for (long seed = seeds.first(); seed <= seeds.last(); seed += FULL_EVERY) {
            try {
                final ServingReport report =
                        ServingSimulation.run(seed, ServingSettings.ofDefaults());
                full.add(report);
                readyNanos.addAll(report.readyNanos());
            } catch (final IllegalStateException violated) {
                violations.add(violated.getMessage());
            }
        }
        readyNanos.sort(null);
    }

    /// Whether no block is left in quarantine, and without faults nothing failed.
    boolean isGood() {
        return violations.isEmpty()
                && full.stream().allMatch(one -> one.failed() + one.quarantinedBlocks() == 0)
                && faulty.values().stream().allMatch(one -> one.quarantinedBlocks() == 0);
    }

    /// The result in words.
    String text() {
        final StringBuilder text = new StringBuilder();
        violations.forEach(violation -> text.append(violation).append(System.lineSeparator()));
        final Collection<ServingFigures> seeds = faulty.values();
        text.append(
                String.format(
                        Locale.ROOT,
                        "serving with faults, %d seeds: %d requests, %d served, %d cancelled, %d"
                                + " failed; at most %d rows, %d pinned, %d window and %d"
                                + " quarantined blocks; %d blocks in quarantine at the end%n",
                        seeds.size(),
                        sum(seeds, ServingFigures::requests),
                        sum(seeds, ServingFigures::served),
                        sum(seeds, ServingFigures::cancelled),
                        sum(seeds, ServingFigures::failed),
                        most(seeds, ServingFigures::rowsPeak),
                        most(seeds, ServingFigures::pinnedBlocksPeak),
                        most(seeds, ServingFigures::windowBlocksPeak),
                        most(seeds, ServingFigures::quarantinedPeak),
                        sum(seeds, ServingFigures::quarantinedBlocks)));
        text.append(
                String.format(
                        Locale.ROOT,
                        "serving in full size, %d seeds: %d served, %d cancelled, %d failed; at"
                                + " most %d rows, %d pinned and %d window blocks; GEN_INIT to ready"
                                + " p50 %s ms, p99 %s ms; %d blocks in quarantine",
                        full.size(),
                        sum(full, ServingReport::served),
                        sum(full, ServingReport::cancelled),
                        sum(full, ServingReport::failed),
                        most(full, ServingReport::rowsPeak),
                        most(full, ServingReport::pinnedBlocksPeak),
                        most(full, ServingReport::windowBlocksPeak),
                        percentileMillis(50),
                        percentileMillis(99),
                        sum(full, ServingReport::quarantinedBlocks)));
        return text.toString();
    }

    /// The JSON of a campaign with what its workers came to: `serving` in full size, and
    /// `servingWithFaults`.
    String addTo(final String campaign) {
        final JsonObject json = JsonParser.parseString(campaign).getAsJsonObject();
        json.add("serving", inFull());
        json.add("servingWithFaults", withFaults());
        return json.toString();
    }

    private JsonObject inFull() {
        final JsonObject json = new JsonObject();
        json.addProperty("seeds", full.size());
        json.addProperty("violations", violations.size());
        json.addProperty("served", sum(full, ServingReport::served));
        json.addProperty("cancelled", sum(full, ServingReport::cancelled));
        json.addProperty("failed", sum(full, ServingReport::failed));
        json.addProperty("rowsPeak", most(full, ServingReport::rowsPeak));
        json.addProperty("pinnedBlocksPeak", most(full, ServingReport::pinnedBlocksPeak));
        json.addProperty("windowBlocksPeak", most(full, ServingReport::windowBlocksPeak));
        if (!readyNanos.isEmpty()) {
            json.addProperty("p50Millis", percentileMillis(50));
            json.addProperty("p99Millis", percentileMillis(99));
        }
        json.addProperty("quarantinedBlocks", sum(full, ServingReport::quarantinedBlocks));
        return json;
    }

    private JsonObject withFaults() {
        final Collection<ServingFigures> seeds = faulty.values();
        final JsonObject json = new JsonObject();
        json.addProperty("seeds", seeds.size());
        json.addProperty("requests", sum(seeds, ServingFigures::requests));
        json.addProperty("served", sum(seeds, ServingFigures::served));
        json.addProperty("cancelled", sum(seeds, ServingFigures::cancelled));
        json.addProperty("failed", sum(seeds, ServingFigures::failed));
        json.addProperty("rowsPeak", most(seeds, ServingFigures::rowsPeak));
        json.addProperty("pinnedBlocksPeak", most(seeds, ServingFigures::pinnedBlocksPeak));
        json.addProperty("windowBlocksPeak", most(seeds, ServingFigures::windowBlocksPeak));
        json.addProperty("quarantinedBlocksPeak", most(seeds, ServingFigures::quarantinedPeak));
        json.addProperty("quarantinedBlocks", sum(seeds, ServingFigures::quarantinedBlocks));
        json.addProperty("descriptors", total(seeds, ServingFigures::descriptors));
        json.addProperty("pieces", total(seeds, ServingFigures::pieces));
        return json;
    }

    private static <T> int sum(final Collection<T> all, final ToIntFunction<T> count) {
        return all.stream().mapToInt(count).sum();
    }

    private static <T> int most(final Collection<T> all, final ToIntFunction<T> peak) {
        return all.stream().mapToInt(peak).max().orElse(0);
    }

    private static <T> long total(final Collection<T> all, final ToLongFunction<T> count) {
        return all.stream().mapToLong(count).sum();
    }

    private BigDecimal percentileMillis(final int percent) {
        final long nanos =
                readyNanos.isEmpty()
                        ? 0
                        : readyNanos.get((int) ((readyNanos.size() - 1L) * percent / 100));
        return BigDecimal.valueOf(nanos / 1_000, 3);
    }
}
