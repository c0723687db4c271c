package dev.bounce.sim.mutant;

import dev.bounce.sim.world.Profile;
import java.util.List;
import java.util.SortedMap;

/// A bug to plant.
///
/// @param name as in the specification where it has the same mutant
/// @param rule of the design that it breaks
/// @param about what it does
/// @param profiles to search for a seed that finds it, in this order
/// @param knobs settings of the worlds to search that are not drawn, by name
/// @param edits the changes, usually one
/// @param coveredBy rule or mechanism that makes it harmless, `null` if it is not
/// @param pair mutant that removes that one as well and must die, `null` if there is none
/// @param unreached why no world of the simulator shows it, `null` if one does
record Mutant(
        String name,
        String rule,
        String about,
        List<Profile> profiles,
        SortedMap<String, Long> knobs,
        List<Edit> edits,
        String coveredBy,
        String pair,
        String unreached) {

    /// Whether it changes nothing that can be observed.
    boolean isEquivalent() {
        return coveredBy != null;
    }

    /// Whether a seed must find it.
    boolean mustDie() {
        return coveredBy == null && unreached == null;
    }
}
