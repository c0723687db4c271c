package dev.bounce.sim.world;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.LimitConfig;
import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.config.SchedulerConfig;
import dev.bounce.model.config.TimeoutConfig;
import java.util.ArrayList;
import java.util.List;

/// How the world of one seed is configured. Times are a hundredth to the whole of the defaults of
/// design 2.7, `closeTimeout` and `writeTimeout` down to a hundredth and a tenth of that; sizes are
/// scaled down so that a request exceeds the arena.
///
/// @param arenas of each agent
/// @param scheduler of every agent
/// @param link of every agent
/// @param timeouts of every agent
/// @param limits of every agent
/// @param copies of every agent
/// @param oneSidedDirect whether direct puts land without the receiver's help
/// @param latencyNanos one way on the control channel, without faults
/// @param reorderNanos mean of the extra delay of a frame that is held back
/// @param fenceNanos mean time until a fence is there
/// @param lateNanos scale of what lands or is posted late
/// @param faultNanos length of the phase with faults
/// @param submitNanos when the last transfer is submitted for the first time
/// @param writeBytesPerMilli what a write moves in a millisecond
/// @param copyBytesPerMilli what a gather or scatter moves in a millisecond
record Settings(
        List<ArenaConfig> arenas,
        SchedulerConfig scheduler,
        LinkConfig link,
        TimeoutConfig timeouts,
        LimitConfig limits,
        CopyConfig copies,
        boolean oneSidedDirect,
        long latencyNanos,
        long reorderNanos,
        long fenceNanos,
        long lateNanos,
        long faultNanos,
        long submitNanos,
        long writeBytesPerMilli,
        long copyBytesPerMilli) {
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    /// Copies the list.
    Settings {
        arenas = List.copyOf(arenas);
    }

    /// Number of agents.
    int agents() {
        return arenas.size();
    }

    /// Draws the settings of a seed.
    static Settings draw(final Dice dice) {
        final long tenMillis = dice.logBetween(Topic.SETTINGS, 0, 0, 100 * MICRO, 10 * MILLI);
        final long latency = dice.logBetween(Topic.SETTINGS, 1, 0, 2 * MICRO, 50 * MICRO);
        final long lease = 1_000 * tenMillis;
        final long fault = dice.logBetween(Topic.SETTINGS, 11, 0, MILLI, 100 * MILLI);
        final boolean burst = dice.below(Topic.SETTINGS, 13, 0, 2) == 0;
        final int maxFlows = (int) dice.between(Topic.SETTINGS, 4, 0, 1, 4);
        final int minWindow = (int) dice.between(Topic.SETTINGS, 2, 0, 1, 3);
        return new Settings(
                drawArenas(dice),
                new SchedulerConfig(
                        minWindow,
                        minWindow + (int) dice.between(Topic.SETTINGS, 3, 0, 0, 5),
                        10 * tenMillis),
                new LinkConfig(
                        100 * tenMillis,
                        lease,
                        lease,
                        tenMillis,
                        100 * tenMillis,
                        maxFlows,
                        maxFlows + (int) dice.logBetween(Topic.SETTINGS, 14, 0, 1, 64),
                        64),
                new TimeoutConfig(
                        3_000 * tenMillis,
                        dice.logBetween(Topic.SETTINGS, 16, 0, 5, 500) * tenMillis,
                        dice.logBetween(Topic.SETTINGS, 17, 0, 50, 500) * tenMillis,
                        1_000 * tenMillis),
                new LimitConfig(65_536, 1 << 20, 64 << 20),
                new CopyConfig(
                        (int) dice.between(Topic.SETTINGS, 5, 0, 1, 4),
                        (int) dice.between(Topic.SETTINGS, 6, 0, 1, 4),
                        1),
                dice.below(Topic.SETTINGS, 7, 0, 2) == 0,
                latency,
                dice.logBetween(Topic.SETTINGS, 8, 0, latency, 5 * tenMillis),
                dice.logBetween(Topic.SETTINGS, 9, 0, 10 * MICRO, lease / 2),
                dice.logBetween(Topic.SETTINGS, 10, 0, 10 * MICRO, lease),
                fault,
                burst ? fault / 20 : fault * 3 / 4,
                dice.logBetween(Topic.SETTINGS, 12, 0, 10_000, 8_000_000),
                dice.logBetween(Topic.SETTINGS, 15, 0, 20_000, 8_000_000));
    }

    /// Two agents in most seeds, up to four; in a third of the seeds their arenas differ.
    private static List<ArenaConfig> drawArenas(final Dice dice) {
        final long kind = dice.below(Topic.SETTINGS, 20, 0, 10);
        final int agents = kind < 6 ? 2 : kind < 9 ? 3 : 4;
        final boolean differ = dice.below(Topic.SETTINGS, 21, 0, 3) == 0;
        final List<ArenaConfig> arenas = new ArrayList<>(agents);
        for (int agent = 0; agent < agents; agent++) {
            arenas.add(drawArena(dice, differ ? agent : 0));
        }
        return arenas;
    }

    private static ArenaConfig drawArena(final Dice dice, final int ordinal) {
        final long granularity = 512L << dice.below(Topic.SETTINGS, 22, ordinal, 2);
        final long maxChunk = granularity << dice.between(Topic.SETTINGS, 23, ordinal, 1, 3);
        final long usable = maxChunk << dice.between(Topic.SETTINGS, 24, ordinal, 2, 4);
        final long ramp =
                Math.min(maxChunk, granularity << dice.below(Topic.SETTINGS, 25, ordinal, 3));
        return new ArenaConfig(usable, granularity, maxChunk, ramp, 2);
    }
}
