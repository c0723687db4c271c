package dev.bounce.sim.world;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// The numbers of [Settings] by name: drawn, unless a script prescribes them.
final class Knobs {
    private final SortedMap<String, Long> prescribed;
    private final SortedMap<String, Long> inForce = new TreeMap<>();

    Knobs(final SortedMap<String, Long> prescribed) {
        this.prescribed = prescribed;
    }

    /// The number with that name.
    ///
    /// @param low least that can be prescribed
    /// @param high most that can be prescribed
    long take(final String name, final long drawn, final long low, final long high) {
        final Long instead = prescribed.get(name);
        final long value = instead == null ? drawn : instead;
        if (value < low || value > high) {
            throw new IllegalArgumentException(
                    "knob '" + name + "' is " + value + ", it must be " + low + " to " + high);
        }
        inForce.put(name, value);
        return value;
    }

    /// A number of at least 1 with that name.
    long take(final String name, final long drawn) {
        return take(name, drawn, 1, Long.MAX_VALUE / 1_000_000);
    }

    /// A yes or no with that name.
    boolean is(final String name, final boolean drawn) {
        return take(name, drawn ? 1 : 0, 0, 1) == 1;
    }

    /// All that were taken.
    ///
    /// @throws IllegalArgumentException if one was prescribed that there is not
    SortedMap<String, Long> inForce() {
        for (final String name : prescribed.keySet()) {
            if (!inForce.containsKey(name)) {
                throw new IllegalArgumentException(
                        "'"
                                + name
                                + "' is not a knob of this seed, there are: "
                                + inForce.keySet());
            }
        }
        return Collections.unmodifiableSortedMap(inForce);
    }
}
