package dev.bounce.sim.world;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/// What one run is made from. Whatever a script does not say is drawn from its seed by the key of
/// the decision, so that leaving out one decision moves no other.
///
/// @param seed of all draws
/// @param profile what kind of world is drawn
/// @param knobs settings that are not to be drawn, by name; the names are those of
///     [Simulation#knobs]
/// @param decisions `null`: the seed decides. A list: only these faults strike, and only these
///     transfers are submitted, with these values; latencies, sizes and layouts are still drawn
public record Script(
        long seed, Profile profile, SortedMap<String, Long> knobs, List<Decision> decisions) {

    /// Copies the collections.
    public Script {
        knobs = Collections.unmodifiableSortedMap(new TreeMap<>(knobs));
        decisions = decisions == null ? null : List.copyOf(decisions);
    }

    /// The run of a seed in the default profile.
    public static Script of(final long seed) {
        return of(seed, Profile.DEFAULT);
    }

    /// The run of a seed in a profile.
    public static Script of(final long seed, final Profile profile) {
        return new Script(seed, profile, Collections.emptySortedMap(), null);
    }

    /// The same with these decisions only.
    public Script with(final List<Decision> only) {
        return new Script(seed, profile, knobs, only);
    }

    /// The same with one knob set.
    public Script with(final String knob, final long value) {
        final SortedMap<String, Long> changed = new TreeMap<>(knobs);
        changed.put(knob, value);
        return new Script(seed, profile, changed, decisions);
    }
}
