package dev.bounce.sim;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.sim.serving.ServingSettings;
import dev.bounce.sim.world.Detail;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.ServingFigures;
import dev.bounce.sim.world.ServingResult;
import dev.bounce.sim.world.Simulation;
import java.util.Collection;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/// What the workers of a serving campaign came to: of each seed in a small world with faults, and
/// of one seed in fifty as large as a deployment, without faults.
final class ServingCampaign {
    private static final int FULL_EVERY = 50;

    private final TreeMap<Long, ServingFigures> faulty = new TreeMap<>();
    private final FullServing oneToOne = new FullServing(ServingSettings.ofDefaults());
    private final FullServing fourToOne = new FullServing(ServingSettings.ofFourToOne());

    /// Runs a script and keeps what its workers came to.
    SeedResult run(final Script script, final Detail detail) {
        final ServingResult served = Simulation.serve(script, detail);
        faulty.put(script.seed(), served.figures());
        return served.result();
    }

    /// Runs one seed in fifty as large as a deployment.
    void serveInFull(final SeedRange seeds) {
        for (long seed = seeds.first(); seed <= seeds.last(); seed += FULL_EVERY) {
            oneToOne.run(seed);
            fourToOne.run(seed);
        }
    }

    /// Whether no block is left in quarantine, and without faults nothing failed.
    boolean isGood() {
        return oneToOne.isGood()
                && fourToOne.isGood()
                && faulty.values().stream().allMatch(one -> one.quarantinedBlocks() == 0);
    }

    /// The result in words.
    String text() {
        final StringBuilder text = new StringBuilder();
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
        text.append(oneToOne.text("1:1")).append(System.lineSeparator());
        return text.append(fourToOne.text("4:1")).toString();
    }

    /// The JSON of a campaign with what its workers came to: `serving` and `servingFourToOne` in
    /// full size, and `servingWithFaults`.
    String addTo(final String campaign) {
        final JsonObject json = JsonParser.parseString(campaign).getAsJsonObject();
        json.add("serving", oneToOne.json());
        json.add("servingFourToOne", fourToOne.json());
        json.add("servingWithFaults", withFaults());
        return json.toString();
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
}
