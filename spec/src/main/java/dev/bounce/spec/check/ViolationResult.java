package dev.bounce.spec.check;

import dev.bounce.spec.tlc.Trace;
import dev.bounce.spec.tlc.Verdict;
import java.util.Optional;

/// What a run that has to find a violation came to.
///
/// @param expected the violation
/// @param verdict what TLC found
/// @param complaint what is wrong with that; empty if nothing is
record ViolationResult(Violation expected, Verdict verdict, String complaint) {
    boolean isOk() {
        return complaint.isEmpty();
    }

    /// Whether TLC saw nothing wrong.
    boolean survived() {
        return verdict instanceof Verdict.Ok;
    }

    /// The counterexample.
    Optional<Trace> trace() {
        return switch (verdict) {
            case Verdict.Violated found -> Optional.of(found.trace());
            case Verdict.Deadlock found -> Optional.of(found.trace());
            case Verdict.Ok _, Verdict.Failed _ -> Optional.empty();
        };
    }
}
