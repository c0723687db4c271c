package dev.bounce.spec.conform;

import dev.bounce.engine.InvariantViolation;
import dev.bounce.spec.conform.LockStep.Arc;
import dev.bounce.spec.conform.LockStep.Reached;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/// Paths through a model that together go along everything that [LockStep] has seen engines do,
/// each driven from the beginning through two engines that are only stepped, never restored. What
/// they do must be steps of the specification, and after each input both must look alike.
///
/// A path goes on to the nearest rest from which something is not yet covered, and ends where there
/// is none ahead.
public final class EdgeCover {
    /// Further tries for what a path did not come to: another path may have other messages.
    private static final int MOST_TRIES = 4;

    private final LockStep steps;
    private final Supplier<Stepper> lives;
    private final Map<Long, List<Arc>> outgoing = new HashMap<>();
    private final Set<Arc> open;
    private final Map<Arc, Integer> tries = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private int paths;
    private long inputs;

    /// What came of it.
    ///
    /// @param paths from the initial state
    /// @param inputs that were given to engines on all paths, and steps of the world
    /// @param arcs what lock-step has seen engines do, from rest to rest
    /// @param uncovered those among them that no path came along
    /// @param idle how many more are uncovered that end where they begin: messages that can have no
    ///     effect, which other behaviours with the same view have sent
    /// @param differences between engines and specification, in words
    public record Report(
            int paths,
            long inputs,
            int arcs,
            List<String> uncovered,
            long idle,
            List<String> differences) {
        /// Copies the lists.
        public Report {
            uncovered = List.copyOf(uncovered);
            differences = List.copyOf(differences);
        }
    }

    /// @param steps that were run to their end
    public EdgeCover(final LockStep steps) {
        this(steps, LiveStepper::new);
    }

    /// @param lives makes the engines of a path
    EdgeCover(final LockStep steps, final Supplier<Stepper> lives) {
        this.steps = steps;
        this.lives = lives;
        open = new LinkedHashSet<>(steps.arcs());
        steps.arcs()
                .forEach(
                        arc ->
                                outgoing.computeIfAbsent(arc.from(), _ -> new ArrayList<>())
                                        .add(arc));
    }

    /// Goes along paths until everything is covered.
    ///
    /// @param most stop after that many differences
    public Report run(final int most) {
        boolean goesOn = true;
        while (goesOn && differences.size() < most) {
            final int before = open.size() + untried();
            path();
            goesOn = !open.isEmpty() && open.size() + untried() < before;
        }
        for (final Arc arc : List.copyOf(open)) {
            if (open.contains(arc) && differences.size() < most) {
                wayOfLockStep(arc);
            }
        }
        return new Report(
                paths,
                inputs,
                steps.arcs().size(),
                open.stream().filter(arc -> arc.from() != arc.to()).map(Arc::toString).toList(),
                open.stream().filter(arc -> arc.from() == arc.to()).count(),
                differences);
    }

    private int untried() {
        return open.stream().mapToInt(this::triesLeft).sum();
    }

    private int triesLeft(final Arc arc) {
        return Math.max(0, MOST_TRIES - tries.getOrDefault(arc, 0));
    }

    private boolean isWanted(final Arc arc) {
        return open.contains(arc) && triesLeft(arc) > 0;
    }

    private void path() {
        paths++;
        final Path path = new Path(lives.get());
        Deque<Arc> way = way(path);
        while (way != null && !path.isOver) {
            final boolean isThere = path.go(way.poll());
            way = isThere && !way.isEmpty() ? way : way(path);
        }
    }

    /// Goes the way on which lock-step first came to where `arc` begins: the shortest one may not
    /// have sent its message, and no other may have either.
    private void wayOfLockStep(final Arc arc) {
        paths++;
        final Path path = new Path(lives.get());
        final List<Arc> way = new ArrayList<>(steps.way(arc.from()));
        way.add(arc);
        for (final Arc step : way) {
            if (path.at == step.from() && !path.isOver && !path.go(step)) {
                insist(path, step);
            }
        }
    }

    /// Some messages are sent only on the spot, by answering what changes nothing.
    private void insist(final Path path, final Arc arc) {
        for (final Arc loop : outgoing.get(arc.from())) {
            if (loop.to() == arc.from() && path.at == arc.from() && !path.isOver) {
                path.go(loop);
            }
        }
        if (path.at == arc.from() && !path.isOver) {
            path.go(arc);
        }
    }

    /// The shortest way to and along something that is not covered; `null` if none is ahead.
    private Deque<Arc> way(final Path path) {
        final Map<Long, Arc> cameBy = new LinkedHashMap<>();
        final Deque<Long> next = new ArrayDeque<>(List.of(path.at));
        final Set<Long> seen = new HashSet<>(next);
        while (!next.isEmpty()) {
            final long at = next.poll();
            for (final Arc arc : outgoing.getOrDefault(at, List.of())) {
                if (path.avoided.contains(arc)) {
                    continue;
                }
                if (isWanted(arc)) {
                    final Deque<Arc> way = new ArrayDeque<>(List.of(arc));
                    for (Arc by = cameBy.get(at); by != null; by = cameBy.get(by.from())) {
                        way.addFirst(by);
                    }
                    return way;
                }
                if (seen.add(arc.to())) {
                    cameBy.put(arc.to(), arc);
                    next.add(arc.to());
                }
            }
        }
        return null;
    }

    /// Two engines on their way.
    private final class Path {
        private final PairDriver driver;
        private final List<String> done = new ArrayList<>();

        /// What cannot be gone along on this path: it lacks the message, or engines go elsewhere.
        private final Set<Arc> avoided = new HashSet<>();
        private Pair pair = steps.begun();
        private long at = steps.start();
        private boolean isOver;

        private Path(final Stepper stepper) {
            driver = new PairDriver(stepper);
        }

        /// Goes along `arc`, or where its input leads.
        ///
        /// @return whether that is where the arc leads
        private boolean go(final Arc arc) {
            tries.merge(arc, 1, Integer::sum);
            if (arc.isOfTheWorld()) {
                pair = pair.copy();
                arrive(arc, steps.ofTheWorld(arc, pair));
            } else {
                for (final Input input : find(arc)) {
                    if (!isOver && at == arc.from()) {
                        drive(arc, input);
                    }
                    if (at == arc.to()) {
                        break;
                    }
                }
            }
            if (isOver || at != arc.to()) {
                avoided.add(arc);
            }
            return at == arc.to();
        }

        /// Messages that are one to the specification may differ in what it leaves out, as answers
        /// with and without a token. What has had no effect leaves the others to be tried.
        private List<Input> find(final Arc arc) {
            return steps.inputs(at, pair).stream()
                    .filter(
                            input ->
                                    input.agent().equals(arc.agent())
                                            && input.action().equals(arc.action())
                                            && input.what().equals(arc.what()))
                    .toList();
        }

        private void drive(final Arc arc, final Input input) {
            try {
                final PairDriver.Driven driven = driver.drive(pair, input);
                pair = driven.pair();
                arrive(arc, steps.reached(at, input, driven));
            } catch (final InvariantViolation broken) {
                arrive(arc, new Reached(null, "the engine is broken: " + broken.getMessage()));
            }
        }

        private void arrive(final Arc arc, final Reached reached) {
            inputs++;
            done.add(arc.agent() + " " + arc.action());
            if (reached.end() == null) {
                differences.add("after " + String.join(", ", done) + ": " + reached.difference());
                isOver = true;
                return;
            }
            open.remove(new Arc(at, arc.agent(), arc.action(), arc.what(), reached.end()));
            at = reached.end();
        }
    }
}
