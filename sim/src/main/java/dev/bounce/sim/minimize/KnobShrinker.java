package dev.bounce.sim.minimize;

import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// Makes the world of a script smaller: fewer agents first, then less traffic, smaller arenas, and
/// at last the other numbers, but for those of which a smaller one makes a run harder (speeds and
/// time-outs): it might violate the property for another reason. A smaller number is kept if the
/// run still violates its property and makes no more steps.
final class KnobShrinker {
    private static final List<String> FIRST =
            List.of(
                    "agents",
                    "mostTransfers",
                    "fewestChunks",
                    "mostPercent",
                    "shutsDown",
                    "arenasDiffer",
                    "flows",
                    "pending",
                    "leastWindow",
                    "moreWindow",
                    "gathers",
                    "scatters");
    private static final List<String> KEPT =
            List.of(
                    "tickNanos",
                    "latencyNanos",
                    "closeTicks",
                    "writeTicks",
                    "writeBytesPerMilli",
                    "copyBytesPerMilli");
    private static final String ARENA = "arena";

    private final Trial trial;

    KnobShrinker(final Trial trial) {
        this.trial = trial;
    }

    /// The smallest script that was found; `script` itself if none is smaller.
    ///
    /// @param script has every knob
    Script shrink(final Script script) {
        Script smallest = script;
        long steps = trial.violates(script).steps();
        final List<String> names = new ArrayList<>(script.knobs().keySet());
        names.removeAll(KEPT);
        names.sort(Comparator.comparingInt(KnobShrinker::rank));
        for (final String name : names) {
            Script shrunk = smaller(smallest, name, steps);
            while (shrunk != null) {
                smallest = shrunk;
                steps = trial.violates(shrunk).steps();
                shrunk = smaller(smallest, name, steps);
            }
        }
        return smallest;
    }

    /// A script with a smaller value of that knob, `null` if none will do.
    private Script smaller(final Script script, final String name, final long steps) {
        final Long value = script.knobs().get(name);
        if (value == null) {
            return null;
        }
        for (final long candidate : new long[] {0, 1, 2, value / 2}) {
            if (candidate < value) {
                final Script shrunk = with(script, name, candidate);
                final SeedResult result = trial.violates(shrunk);
                if (result != null && result.steps() <= steps) {
                    return shrunk;
                }
            }
        }
        return null;
    }

    /// Sets a knob, and leaves out those of arenas that no longer exist.
    private static Script with(final Script script, final String name, final long value) {
        final SortedMap<String, Long> knobs = new TreeMap<>(script.knobs());
        knobs.put(name, value);
        final long arenas = knobs.get("arenasDiffer") == 0 ? 1 : knobs.get("agents");
        knobs.keySet().removeIf(knob -> arena(knob) >= arenas);
        return new Script(script.seed(), script.profile(), knobs, script.decisions());
    }

    /// The number of the arena that a knob is about, -1 if it is about none.
    private static long arena(final String knob) {
        final int dot = knob.indexOf('.');
        return knob.startsWith(ARENA) && dot > 0
                ? Long.parseLong(knob.substring(ARENA.length(), dot))
                : -1;
    }

    private static int rank(final String name) {
        final int first = FIRST.indexOf(name);
        if (first >= 0) {
            return first;
        }
        return FIRST.size() + (arena(name) >= 0 ? 0 : 1);
    }
}
