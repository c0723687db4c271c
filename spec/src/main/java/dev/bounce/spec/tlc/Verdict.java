package dev.bounce.spec.tlc;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/// What a run of TLC found.
public sealed interface Verdict {

    /// What the run cost.
    Stats stats();

    /// Every reachable state was visited and everything holds.
    ///
    /// @param coverage how often each action was taken; empty if that was not counted
    record Ok(Stats stats, SortedMap<String, ActionCount> coverage) implements Verdict {
        public Ok {
            coverage = Collections.unmodifiableSortedMap(new TreeMap<>(coverage));
        }
    }

    /// A property does not hold.
    ///
    /// @param property its name; empty for a temporal one, which TLC does not name
    record Violated(String property, Kind kind, Trace trace, Stats stats) implements Verdict {}

    /// A state without a next one.
    record Deadlock(Trace trace, Stats stats) implements Verdict {}

    /// There is no verdict on the model: it does not parse, cannot be evaluated, TLC warns, or it
    /// did not come to its end.
    ///
    /// @param message what TLC says, possibly several lines
    record Failed(String message, Stats stats) implements Verdict {}

    /// Which sort of property.
    enum Kind {
        /// Of single states.
        INVARIANT,
        /// Of single steps.
        STEP,
        /// Of endless behaviours.
        TEMPORAL
    }
}
