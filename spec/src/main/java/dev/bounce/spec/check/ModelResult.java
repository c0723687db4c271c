package dev.bounce.spec.check;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tlc.Verdict;
import java.util.List;

/// What a run of a model came to.
///
/// @param model which
/// @param config what was checked
/// @param isLiveness whether a property of endless behaviours is among that
/// @param verdict what TLC found
/// @param complaints what is wrong although TLC found nothing, one sentence each
record ModelResult(
        Model model, Config config, boolean isLiveness, Verdict verdict, List<String> complaints) {
    ModelResult {
        complaints = List.copyOf(complaints);
    }

    boolean isOk() {
        return verdict instanceof Verdict.Ok && complaints.isEmpty();
    }

    /// `safety` or `liveness`.
    String kind() {
        return isLiveness ? "liveness" : "safety";
    }

    /// What came out, in one line.
    String summary() {
        return switch (verdict) {
            case Verdict.Ok _ -> complaints.isEmpty() ? "ok" : String.join("; ", complaints);
            case Verdict.Deadlock found -> "DEADLOCK in " + found.trace().length() + " steps";
            case Verdict.Violated found ->
                    "VIOLATES " + violated(found) + " in " + found.trace().length() + " steps";
            case Verdict.Failed failed ->
                    "FAILED: " + failed.message().lines().findFirst().orElse("");
        };
    }

    /// The name of what is violated; TLC does not say which of several temporal properties it is.
    String violated(final Verdict.Violated found) {
        return found.kind() == Verdict.Kind.TEMPORAL
                ? String.join(" or ", config.properties())
                : found.property();
    }
}
