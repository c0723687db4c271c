package dev.bounce.sim.world;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.LimitConfig;
import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.config.SchedulerConfig;
import dev.bounce.model.config.TimeoutConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Draws the [Settings] of a seed; what a script prescribes is taken instead.
final class SettingsDraw {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;
    private static final long HOUR = 3_600_000 * MILLI;
    private static final long ALL = (1L << Decisions.MOST_AGENTS) - 1;
    private static final long MOST_VALUE = Long.MAX_VALUE / MILLI;
    private static final int MOST_WINDOW = 64;
    private static final int MOST_TICKS = 1_000_000;
    private static final int USUAL_STALL_PERCENT = 90;

    /// One region is one chunk is one granule; four of them, and the reserve.
    private static final Map<String, Long> MODEL_SIZE =
            Map.of(
                    "agents", 2L,
                    "arenasDiffer", 0L,
                    "arena0.granularityBytes", 1_024L,
                    "arena0.granulesPerChunk", 1L,
                    "arena0.chunks", 4L,
                    "arena0.rampBytes", 1_024L,
                    "leastWindow", 2L,
                    "mostTransfers", 5L,
                    "style", (long) Style.MIXED.ordinal(),
                    "assumedNanos", 0L);

    private final Dice dice;
    private final Script script;
    private final Knobs knobs;

    private SettingsDraw(final Dice dice, final Script script) {
        this.dice = dice;
        this.script = script;
        final SortedMap<String, Long> prescribed = new TreeMap<>(script.knobs());
        if (script.profile() == Profile.MODEL) {
            MODEL_SIZE.forEach(prescribed::putIfAbsent);
        }
        knobs = new Knobs(prescribed);
    }

    /// The settings of a script.
    ///
    /// @throws IllegalArgumentException in one line if a knob is unknown or out of range
    static Settings of(final Dice dice, final Script script) {
        return new SettingsDraw(dice, script).draw();
    }

    private Settings draw() {
        final long tick = log("tickNanos", 0, 100 * MICRO, 10 * MILLI);
        final long latency = log("latencyNanos", 1, 2 * MICRO, 50 * MICRO);
        final long lease = 1_000 * tick;
        final long fault = log("faultNanos", 11, MILLI, 100 * MILLI);
        final boolean burst = is("burst", 13);
        final List<ArenaConfig> arenas = drawArenas();
        return new Settings(
                arenas,
                scheduler(tick),
                link(tick, lease),
                new TimeoutConfig(
                        knobs.take("requestTicks", 3_000, 10, MOST_TICKS) * tick,
                        log("closeTicks", 16, 5, 500) * tick,
                        log("writeTicks", 17, 50, 2_000) * tick,
                        knobs.take("copyTicks", 1_000, 10, MOST_TICKS) * tick),
                new LimitConfig(65_536, 1 << 20, 64 << 20),
                new CopyConfig(uniform("gathers", 5, 1, 4), uniform("scatters", 6, 1, 4), 1, 1, 0),
                is("oneSidedDirect", 7),
                latency,
                log("reorderNanos", 8, latency, 5 * tick),
                log("fenceNanos", 9, 10 * MICRO, lease / 2),
                log("lateNanos", 10, 10 * MICRO, lease),
                fault,
                burst ? fault / 20 : fault * 3 / 4,
                log("writeBytesPerMilli", 12, 10_000, 8_000_000),
                log("copyBytesPerMilli", 15, 20_000, 8_000_000),
                knobs.take("stallPercent", USUAL_STALL_PERCENT, 1, MOST_TICKS),
                knobs.take("directNanos", slowestPut(tick), 0, HOUR),
                (int)
                        knobs.take(
                                "mostTransfers",
                                script.profile() == Profile.SERVING ? 0 : 16,
                                0,
                                200),
                (int) knobs.take("fewestChunks", 8, 1, 200),
                (int) knobs.take("mostPercent", 800, 1, 1_000),
                knobs.take("core", dice.below(Topic.SETTINGS, 42, 0, ALL + 1), 0, ALL),
                is("shutsDown", 41),
                knobs.is("modelSized", script.profile() == Profile.MODEL),
                knobs.is("losesClosed", false),
                (int) knobs.take("retries", 0, 0, MOST_TICKS),
                Style.values()[
                        (int) knobs.take("style", drawStyle(), 0, Style.values().length - 1L)],
                knobs.is("incast", script.profile() == Profile.INCAST),
                assumed(tick),
                script.profile() == Profile.BEYOND ? HOUR : 10 * lease,
                knobs.is("forgedTokens", script.profile() == Profile.HOSTILE && drawn(44, 2)),
                knobs.inForce());
    }

    private long drawStyle() {
        return dice.below(Topic.SETTINGS, 46, 0, 2) == 0
                ? Style.MIXED.ordinal()
                : dice.below(Topic.SETTINGS, 47, 0, Style.values().length);
    }

    /// Without limits of tolerance only fences that are PROVEN keep writes out.
    private long assumed(final long tick) {
        final boolean drawn = drawn(43, 4) && script.profile() != Profile.BEYOND;
        final long nanos = dice.logBetween(Topic.SETTINGS, 45, 0, 10 * tick, 1_000 * tick);
        return knobs.take("assumedNanos", drawn ? nanos : 0, 0, HOUR);
    }

    /// In a quarter of the chaotic seeds a put of the direct path may outlast `requestTimeout`.
    private long slowestPut(final long tick) {
        return script.profile() == Profile.CHAOS && drawn(48, 4) ? 5_000 * tick : 0;
    }

    /// True in one of so many seeds.
    private boolean drawn(final long topic, final int oneIn) {
        return dice.below(Topic.SETTINGS, topic, 0, oneIn) == 0;
    }

    private SchedulerConfig scheduler(final long tick) {
        final int least = uniform("leastWindow", 2, 1, 3);
        final long more = dice.between(Topic.SETTINGS, 3, 0, 0, 5);
        return new SchedulerConfig(
                least, least + (int) knobs.take("moreWindow", more, 0, MOST_WINDOW), 10 * tick);
    }

    private LinkConfig link(final long tick, final long lease) {
        final int flows = uniform("flows", 4, 1, 4);
        final long drawn = dice.logBetween(Topic.SETTINGS, 49, 0, 1, 300);
        final long idle = knobs.take("idleTicks", drawn(48, 8) ? drawn : 0, 0, MOST_TICKS);
        return new LinkConfig(
                100 * tick,
                lease,
                idle == 0 ? HOUR : idle * tick,
                lease,
                tick,
                100 * tick,
                flows,
                flows + (int) log("pending", 14, 1, 64),
                64);
    }

    /// Two agents in most seeds, up to four; in a third of the seeds their arenas differ.
    private List<ArenaConfig> drawArenas() {
        final long drawn = drawAgents(dice.below(Topic.SETTINGS, 20, 0, 10));
        final int agents = (int) knobs.take("agents", drawn, 2, Decisions.MOST_AGENTS);
        final boolean differ = knobs.is("arenasDiffer", dice.below(Topic.SETTINGS, 21, 0, 3) == 0);
        final List<ArenaConfig> arenas = new ArrayList<>(agents);
        for (int agent = 0; agent < agents; agent++) {
            arenas.add(differ || agent == 0 ? drawArena(agent) : arenas.getFirst());
        }
        return arenas;
    }

    private long drawAgents(final long kind) {
        return switch (script.profile()) {
            case DUPLEX, MODEL -> 2;
            // One prefill worker, or four, and one decode worker.
            case SERVING -> kind < 7 ? 2 : 5;
            case INCAST -> 4 + kind % 3;
            case DEFAULT, CHAOS, BEYOND, CALM, RESTART, HOSTILE, MILD ->
                    kind < 6 ? 2 : kind < 9 ? 3 : 4;
        };
    }

    /// An arena of at least four chunks of the largest size.
    private ArenaConfig drawArena(final int agent) {
        final String name = "arena" + agent + ".";
        final long granularity =
                knobs.take(
                        name + "granularityBytes",
                        512L << dice.below(Topic.SETTINGS, 22, agent, 2));
        final long granules =
                knobs.take(
                        name + "granulesPerChunk",
                        1L << dice.between(Topic.SETTINGS, 23, agent, 1, 3),
                        1,
                        64);
        final int mostChunks = script.profile() == Profile.DUPLEX ? 2 : 4;
        final long drawn = 1L << dice.between(Topic.SETTINGS, 24, agent, 2, mostChunks);
        final long chunks = knobs.take(name + "chunks", drawn, 4, 1_024);
        final long maxChunk = granularity * granules;
        final long ramp =
                Math.min(maxChunk, granularity << dice.below(Topic.SETTINGS, 25, agent, 3));
        return new ArenaConfig(
                maxChunk * chunks,
                granularity,
                maxChunk,
                Math.min(maxChunk, knobs.take(name + "rampBytes", ramp)),
                2);
    }

    private long log(final String name, final long topic, final long low, final long high) {
        return knobs.take(
                name, dice.logBetween(Topic.SETTINGS, topic, 0, low, high), low, MOST_VALUE);
    }

    private int uniform(final String name, final long topic, final long low, final long high) {
        final long drawn = dice.between(Topic.SETTINGS, topic, 0, low, high);
        return (int) knobs.take(name, drawn, low, MOST_WINDOW);
    }

    private boolean is(final String name, final long topic) {
        return knobs.is(name, dice.below(Topic.SETTINGS, topic, 0, 2) == 0);
    }
}
