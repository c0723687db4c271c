package dev.bounce.spec.check;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tlc.Verdict;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Stream;

/// A violation that must be found: of a model with a planted bug, or of the claim that some rare
/// situation never happens.
///
/// @param name of the planted bug or of the situation
/// @param bug value of the constant `Bug`
/// @param model name of the model
/// @param property what must not hold, or [#DEADLOCK]
/// @param isAlone whether nothing else is checked; else the first property that fails counts
/// @param depth how many actions the counterexample takes; empty if that is not committed, and not
///     compared if the property is temporal
record Violation(
        String name,
        String bug,
        String model,
        String property,
        boolean isAlone,
        OptionalInt depth) {
    /// In place of a property: the model stops.
    static final String DEADLOCK = "deadlock";

    /// Value of the constant `Bug` for the specification as it is.
    static final String NO_BUG = "none";

    boolean isPlanted() {
        return !bug.equals(NO_BUG);
    }

    /// The same, found at whatever depth.
    Violation ofAnyDepth() {
        return new Violation(name, bug, model, property, isAlone, OptionalInt.empty());
    }

    /// What TLC has to check to find it. The property comes first, because TLC stops at the first
    /// invariant that a state violates; of temporal properties, which TLC does not name when they
    /// fail, it is the only one.
    ///
    /// @param model configuration of the model
    /// @throws IllegalArgumentException if the model does not check the property, or knows no bugs
    Config config(final Config model) {
        final Config planted = isPlanted() ? model.withBug(bug) : model;
        final List<String> invariants = model.invariants();
        if (property.equals(DEADLOCK)) {
            if (!model.checksDeadlock()) {
                throw new IllegalArgumentException("the model does not look for deadlocks");
            }
            return planted.checkingOnly(invariants, List.of());
        }
        if (model.properties().contains(property)) {
            return planted.checkingOnly(invariants, List.of(property));
        }
        if (!isPlanted() || isAlone && invariants.contains(property)) {
            return planted.checkingOnly(List.of(property), List.of());
        }
        if (!invariants.contains(property)) {
            throw new IllegalArgumentException("the model does not check " + property);
        }
        final List<String> others =
                invariants.stream().filter(invariant -> !invariant.equals(property)).toList();
        return planted.checkingOnly(
                Stream.concat(Stream.of(property), others.stream()).toList(), List.of());
    }

    /// What a run found instead; empty if it found what it had to.
    String complaint(final Verdict verdict) {
        return switch (verdict) {
            case Verdict.Ok _ -> isPlanted() ? "SURVIVED" : "not reached";
            case Verdict.Failed failed -> "failed: " + failed.message();
            case Verdict.Deadlock found -> complaint(DEADLOCK, found.trace().length());
            // TLC tests liveness now and then on what it has seen so far, so how long the
            // counterexample is depends on how fast the machine is.
            case Verdict.Violated found when found.kind() == Verdict.Kind.TEMPORAL -> "";
            case Verdict.Violated found -> complaint(found.property(), found.trace().length());
        };
    }

    private String complaint(final String found, final int foundDepth) {
        if (!found.equals(property)) {
            return "violates " + found + " instead, in " + foundDepth + " steps";
        }
        if (depth.isPresent() && depth.getAsInt() != foundDepth) {
            return "in " + foundDepth + " steps, committed are " + depth.getAsInt();
        }
        return "";
    }
}
