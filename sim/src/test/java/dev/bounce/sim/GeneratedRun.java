package dev.bounce.sim;

import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.Fault;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.RandomDistribution;

/// A run as data that jqwik generates and shrinks: towards the settings that the seed draws, few
/// families of faults and few single decisions.
///
/// @param seed of all draws
/// @param profile what kind of world
/// @param knobs its configuration and its workload, as far as they are not drawn
/// @param families of which every fault strikes that the seed decides on
/// @param picks which single decisions are taken besides, as indices into all that the seed decides
///     on in this world; an index beyond the last counts on from the first
record GeneratedRun(
        long seed,
        Profile profile,
        SortedMap<String, Long> knobs,
        Set<Fault> families,
        List<Integer> picks) {

    /// What the numbers may be; of many seeds these are what they draw. The name that ends with `^`
    /// is of a power of two, whose exponents these are.
    private static final List<Knob> KNOBS =
            List.of(
                    new Knob("agents", 2, 4),
                    new Knob("arenasDiffer", 0, 1),
                    new Knob("arena0.granularityBytes^", 9, 10),
                    new Knob("arena0.granulesPerChunk^", 1, 3),
                    new Knob("arena0.chunks^", 2, 4),
                    new Knob("arena0.rampBytes^", 9, 13),
                    new Knob("burst", 0, 1),
                    new Knob("closeTicks", 5, 500),
                    new Knob("copyBytesPerMilli", 20_000, 8_000_000),
                    new Knob("core", 0, 15),
                    new Knob("faultNanos", 1_000_000, 30_000_000),
                    new Knob("fenceNanos", 10_000, 50_000_000),
                    new Knob("fewestChunks", 1, 12),
                    new Knob("flows", 1, 6),
                    new Knob("gathers", 1, 6),
                    new Knob("idleTicks", 0, 300),
                    new Knob("lateNanos", 10_000, 100_000_000),
                    new Knob("latencyNanos", 2_000, 50_000),
                    new Knob("leastWindow", 1, 4),
                    new Knob("moreWindow", 0, 8),
                    new Knob("mostPercent", 50, 1_000),
                    new Knob("mostTransfers", 1, 24),
                    new Knob("oneSidedDirect", 0, 1),
                    new Knob("pending", 1, 64),
                    new Knob("retries", 0, 2),
                    new Knob("scatters", 1, 6),
                    new Knob("shutsDown", 0, 1),
                    new Knob("style", 0, 3),
                    new Knob("tickNanos", 100_000, 10_000_000),
                    new Knob("writeBytesPerMilli", 10_000, 8_000_000),
                    new Knob("writeTicks", 50, 2_000));

    /// Those that make a world of the profile `model` what it is.
    private static final Set<String> MODEL_SIZE =
            Set.of(
                    "agents",
                    "arenasDiffer",
                    "arena0.granularityBytes",
                    "arena0.granulesPerChunk",
                    "arena0.chunks",
                    "arena0.rampBytes",
                    "leastWindow",
                    "mostTransfers",
                    "style");

    private static final int MOST_PICKS = 60;
    private static final int MOST_INDEX = 9_999;

    private record Knob(String name, long low, long high) {
        private boolean isPower() {
            return name.endsWith("^");
        }

        private String plainName() {
            return isPower() ? name.substring(0, name.length() - 1) : name;
        }

        private long value(final long generated) {
            return isPower() ? 1L << generated : generated;
        }
    }

    /// All of them, by any seed up to a million.
    static Arbitrary<GeneratedRun> any() {
        return Combinators.combine(
                        Arbitraries.longs().between(1, 1_000_000),
                        Arbitraries.of(Profile.class),
                        knobSets(),
                        Arbitraries.of(Fault.class)
                                .set()
                                .ofMaxSize(Fault.values().length)
                                .withSizeDistribution(RandomDistribution.uniform()),
                        Arbitraries.integers()
                                .between(0, MOST_INDEX)
                                .list()
                                .ofMaxSize(MOST_PICKS)
                                .withSizeDistribution(RandomDistribution.uniform()))
                .as(GeneratedRun::of);
    }

    private static GeneratedRun of(
            final long seed,
            final Profile profile,
            final SortedMap<String, Long> knobs,
            final Set<Fault> families,
            final List<Integer> picks) {
        final SortedMap<String, Long> allowed = new TreeMap<>(knobs);
        if (profile == Profile.MODEL) {
            allowed.keySet().removeAll(MODEL_SIZE);
        }
        return new GeneratedRun(seed, profile, allowed, families, picks);
    }

    /// Any set of knobs, which shrinks to fewer of them.
    private static Arbitrary<SortedMap<String, Long>> knobSets() {
        return Arbitraries.of(KNOBS)
                .flatMap(
                        knob ->
                                Arbitraries.longs()
                                        .between(knob.low(), knob.high())
                                        .map(value -> Map.entry(knob, knob.value(value))))
                .list()
                .uniqueElements(Map.Entry::getKey)
                .ofMaxSize(KNOBS.size() / 2)
                .map(
                        entries -> {
                            final SortedMap<String, Long> knobs = new TreeMap<>();
                            entries.forEach(
                                    entry ->
                                            knobs.put(
                                                    entry.getKey().plainName(), entry.getValue()));
                            return knobs;
                        });
    }

    /// Names of all knobs that are generated.
    static List<String> knobNames() {
        return KNOBS.stream().map(Knob::plainName).toList();
    }

    /// The script of the run.
    ///
    /// @param decided all that a seed decides on in a world
    Script script(final Function<Script, List<Decision>> decided) {
        final Script drawn = new Script(seed, profile, knobs, null);
        final List<Decision> all = decided.apply(drawn);
        final Set<Integer> picked = new HashSet<>();
        if (!all.isEmpty()) {
            picks.forEach(pick -> picked.add(pick % all.size()));
        }
        final Set<String> labels = new HashSet<>();
        families.forEach(family -> labels.add(family.label()));
        final List<Decision> kept = new ArrayList<>();
        for (int index = 0; index < all.size(); index++) {
            final Decision decision = all.get(index);
            if (decision.isSubmission()
                    || labels.contains(decision.family())
                    || picked.contains(index)) {
                kept.add(decision);
            }
        }
        return drawn.with(kept);
    }
}
