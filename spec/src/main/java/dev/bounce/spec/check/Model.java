package dev.bounce.spec.check;

import dev.bounce.spec.tlc.ActionCount;
import dev.bounce.spec.tlc.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/// A model, and what is committed about it.
///
/// @param name of its configuration `models/NAME.cfg`
/// @param module its root module
/// @param tier when it is checked
/// @param distinct how many states it has; empty if that is not known
/// @param depth of its state graph; empty if that is not known
/// @param idle the actions that its constants exclude
record Model(
        String name,
        String module,
        Tier tier,
        OptionalLong distinct,
        OptionalInt depth,
        SortedSet<String> idle) {

    /// When a model is checked.
    enum Tier {
        /// In every build.
        BUILD,
        /// When a planted bug is looked for in it, or when asked for by name.
        MUTANTS,
        /// When asked for by name: minutes.
        MEDIUM,
        /// When asked for by name: hours.
        LARGE
    }

    Model {
        idle = new TreeSet<>(idle);
    }

    /// What a complete search should have found but did not, one sentence each. An action that is
    /// never taken and a state count that changed tell that a green verdict says less than before.
    ///
    /// @param isDepthExact whether the depth means anything: with several workers it does not
    List<String> complaints(final Verdict.Ok found, final boolean isDepthExact) {
        final List<String> complaints = new ArrayList<>();
        if (distinct.isPresent() && distinct.getAsLong() != found.stats().distinct()) {
            complaints.add(
                    "%,d distinct states, committed are %,d"
                            .formatted(found.stats().distinct(), distinct.getAsLong()));
        }
        if (isDepthExact && depth.isPresent() && depth.getAsInt() != found.stats().depth()) {
            complaints.add("depth " + found.stats().depth() + ", committed is " + depth.getAsInt());
        }
        if (distinct.isEmpty() && tier != Tier.LARGE) {
            complaints.add("no state count is committed, run check --record");
        }
        if (!found.coverage().isEmpty()) {
            complaints.addAll(coverageComplaints(found.coverage()));
        }
        return complaints;
    }

    private List<String> coverageComplaints(final SortedMap<String, ActionCount> coverage) {
        final List<String> complaints = new ArrayList<>();
        final SortedSet<String> found = idleIn(coverage);
        found.stream()
                .filter(action -> !idle.contains(action))
                .forEach(action -> complaints.add("never takes " + action));
        idle.stream()
                .filter(action -> !found.contains(action))
                .forEach(action -> complaints.add(action + " is listed as idle, but is not"));
        return complaints;
    }

    /// The actions that were never possible.
    static SortedSet<String> idleIn(final SortedMap<String, ActionCount> coverage) {
        final SortedSet<String> idle = new TreeSet<>();
        coverage.forEach(
                (action, count) -> {
                    if (count.generated() == 0) {
                        idle.add(action);
                    }
                });
        return idle;
    }
}
