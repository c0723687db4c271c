package dev.bounce.sim.world;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.LimitConfig;
import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.config.SchedulerConfig;
import dev.bounce.model.config.TimeoutConfig;
import java.util.List;
import java.util.SortedMap;

/// How the world of one seed is configured. Times are a hundredth to the whole of the defaults of
/// design 2.7; `closeTimeout` also down to a hundredth of that, `writeTimeout` to a tenth and up to
/// four times; in an eighth of the seeds links are closed when they are idle; sizes are scaled
/// down so that a request exceeds the arena. Every number that is
/// drawn is a knob that a
/// script can set.
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
/// @param stallPercent longest stall of a copy, of `copyTimeout`; from 100 on the device fails
/// @param directNanos longest that a put of the direct path may take beyond what it needs
/// @param mostTransfers on one link
/// @param fewestChunks of a transfer that is neither small nor direct
/// @param mostPercent of the smaller arena that one transfer moves
/// @param core which agents are healed first, a bit for each; some pair that communicates is added
/// @param shutsDown whether everybody leaves at the end, while transfers run
/// @param isModelSized whether every transfer has exactly two chunks
/// @param losesClosed whether every CLOSED is lost as long as faults strike
/// @param retries how often a transfer that failed is always tried again
/// @param style of what applications send
/// @param incast whether all send to the first agent and nobody else
/// @param assumedNanos how long after its notAfter a write may land where fences are ASSUMED; 0:
///     they are PROVEN
/// @param longestJumpNanos of a clock
/// @param forgedTokens whether hostile frames may have a valid token
/// @param knobs the numbers above that were drawn, by name
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
        long copyBytesPerMilli,
        long stallPercent,
        long directNanos,
        int mostTransfers,
        int fewestChunks,
        int mostPercent,
        long core,
        boolean shutsDown,
        boolean isModelSized,
        boolean losesClosed,
        int retries,
        Style style,
        boolean incast,
        long assumedNanos,
        long longestJumpNanos,
        boolean forgedTokens,
        SortedMap<String, Long> knobs) {

    /// Copies the list.
    Settings {
        arenas = List.copyOf(arenas);
    }

    /// Number of agents.
    int agents() {
        return arenas.size();
    }

    /// Draws the settings of a seed in the default profile.
    static Settings draw(final Dice dice) {
        return SettingsDraw.of(dice, Script.of(0));
    }
}
