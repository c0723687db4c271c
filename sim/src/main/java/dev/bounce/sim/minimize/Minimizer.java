package dev.bounce.sim.minimize;

import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// Makes the script of a violation small, so that it still violates the same property: leaves out
/// decisions (what ends or disturbs whole agents first, then other faults, then submissions),
/// delays what was lost, halves the values of the others, shrinks the world, and begins again
/// until nothing helps.
public final class Minimizer {
    private static final int MOST_ROUNDS = 8;
    private static final List<String> FIRST =
            List.of(
                    "crash",
                    "deviceFailed",
                    "cancel",
                    "forget",
                    "deregister",
                    "pause",
                    "clockJump",
                    "partition");

    private static final String LOSS = "loss/";
    private static final String DELAY = "delay/";
    private static final long LONG_DELAY_NANOS = 1_000_000_000;

    private final WorldRunner runner;
    private final Progress progress;

    /// Hears of each run.
    @FunctionalInterface
    public interface Progress {
        /// Does nothing.
        Progress NONE = (_, _, _) -> {};

        /// A run is over.
        ///
        /// @param runs so far
        /// @param decisions of the script that was run
        /// @param violates whether it violates the property
        void ran(int runs, int decisions, boolean violates);
    }

    /// @param runner runs scripts
    public Minimizer(final WorldRunner runner, final Progress progress) {
        this.runner = runner;
        this.progress = progress;
    }

    /// The smallest script that was found. It violates the property in two runs with one hash, and
    /// in no run without any one of its decisions.
    ///
    /// @throws IllegalArgumentException in one line if the script violates nothing
    /// @throws IllegalStateException in one line if runs are not repeatable
    public Minimized minimize(final Script start) {
        final SeedResult before = runner.run(start, (_, _, _, _, _) -> {});
        if (before.violation() == null) {
            throw new IllegalArgumentException(
                    "seed " + start.seed() + " violates nothing: there is nothing to minimise");
        }
        final Trial trial = new Trial(runner, before.violation().property(), progress);
        Script script =
                new Script(start.seed(), start.profile(), before.knobs(), before.decisions());
        require(trial, script);
        for (int round = 0; round < MOST_ROUNDS; round++) {
            final Script smaller =
                    remove(
                            trial,
                            new KnobShrinker(trial).shrink(weaken(trial, remove(trial, script))));
            if (smaller.equals(script)) {
                break;
            }
            script = smaller;
        }
        return verify(trial, script, before);
    }

    /// Leaves out every decision that is not needed.
    private Script remove(final Trial trial, final Script script) {
        // Decisions that were not taken before the violation cannot matter.
        final Script taken = script.with(require(trial, script).decisions());
        final Script base = trial.violates(taken) == null ? script : taken;
        final List<Decision> ordered = new ArrayList<>(base.decisions());
        ordered.sort(Comparator.comparingInt(Minimizer::rank));
        final List<Decision> needed =
                DeltaDebugging.minimize(ordered, part -> trial.violates(with(base, part)) != null);
        return with(base, needed);
    }

    /// Gives each decision the smallest value that will do, by halves.
    private static Script weaken(final Trial trial, final Script script) {
        Script weakest = delay(trial, script);
        for (int index = 0; index < script.decisions().size(); index++) {
            long value = weakest.decisions().get(index).value();
            long candidate = 1;
            while (candidate < value) {
                final Script weaker = with(weakest, index, candidate);
                if (trial.violates(weaker) != null) {
                    weakest = weaker;
                    value = candidate;
                    candidate = Math.max(1, value / 2);
                } else if (candidate == 1) {
                    candidate = Math.max(2, value / 2);
                } else {
                    break;
                }
            }
        }
        return weakest;
    }

    /// Delays frames that are lost, where that will do.
    private static Script delay(final Trial trial, final Script script) {
        Script weakest = script;
        for (int index = 0; index < script.decisions().size(); index++) {
            final String key = script.decisions().get(index).key();
            final String weaker = key.replace(LOSS, DELAY);
            if (key.startsWith(LOSS)
                    && weakest.decisions().stream().noneMatch(one -> one.key().equals(weaker))) {
                final Decision delay = new Decision(weaker, LONG_DELAY_NANOS);
                final Script delayed = with(weakest, index, delay);
                if (trial.violates(delayed) != null) {
                    weakest = delayed;
                }
            }
        }
        return weakest;
    }

    /// The result again, twice, and what is left when any one decision is gone.
    private static Minimized verify(
            final Trial trial, final Script script, final SeedResult before) {
        final SeedResult first = trial.violatesAnew(script);
        final SeedResult second = trial.violatesAnew(script);
        if (first == null || second == null || first.hash() != second.hash()) {
            throw new IllegalStateException(
                    "seed " + script.seed() + ": two runs of the same script differ");
        }
        for (int index = 0; index < script.decisions().size(); index++) {
            final List<Decision> others = new ArrayList<>(script.decisions());
            final Decision left = others.remove(index);
            if (trial.violatesAnew(script.with(others)) != null) {
                throw new IllegalStateException(
                        "seed " + script.seed() + ": " + left + " is not needed after all");
            }
        }
        return new Minimized(script, before, first, trial.runs());
    }

    private static SeedResult require(final Trial trial, final Script script) {
        final SeedResult result = trial.violates(script);
        if (result == null) {
            throw new IllegalStateException(
                    "seed " + script.seed() + " is not repeated by its own decisions");
        }
        return result;
    }

    private static int rank(final Decision decision) {
        if (decision.isSubmission()) {
            return 2;
        }
        return FIRST.contains(decision.family()) ? 0 : 1;
    }

    /// Keeps the order in which the decisions were taken.
    private static Script with(final Script script, final List<Decision> part) {
        final Set<Decision> wanted = new HashSet<>(part);
        return script.with(script.decisions().stream().filter(wanted::contains).toList());
    }

    private static Script with(final Script script, final int index, final long value) {
        return with(script, index, new Decision(script.decisions().get(index).key(), value));
    }

    private static Script with(final Script script, final int index, final Decision decision) {
        final List<Decision> decisions = new ArrayList<>(script.decisions());
        decisions.set(index, decision);
        return script.with(decisions);
    }
}
