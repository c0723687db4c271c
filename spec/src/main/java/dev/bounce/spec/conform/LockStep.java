package dev.bounce.spec.conform;

import dev.bounce.engine.InvariantViolation;
import dev.bounce.spec.tlc.StateGraph;
import dev.bounce.spec.tlc.StateGraph.Edge;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Drives two engines through every step of a model: the graph of the specification and the engines
/// advance together, from the initial state on.
///
/// To each state in which the engines come to rest belong the two engines that first came there, as
/// snapshots. Each input that is possible there is given to engines restored from them; the steps
/// that they record must be steps of the graph, and where these lead both must look alike: the
/// views of both agents, the messages that can still have an effect, and what callers were told.
/// An engine does at once what it can do by itself, so it takes several steps of the specification
/// in one, and never rests in the states between.
public final class LockStep {
    private static final String STUTTERING = "Terminated";

    private final EngineCast engines;
    private final StateGraph graph;
    private final PairDriver driver;
    private final Set<String> mayBeNone;
    private final Map<Long, List<Edge>> outgoing = new HashMap<>();
    private final Map<Long, SpecState> states = new HashMap<>();
    private final Likeness likeness;
    private final Map<Long, Pair> pairs = new LinkedHashMap<>();
    private final Deque<Long> open = new ArrayDeque<>();
    private final Map<Long, Arrival> arrivals = new HashMap<>();
    private final Set<Edge> taken = new LinkedHashSet<>();
    private final Map<Long, Set<String>> beyond = new HashMap<>();
    private final List<String> differences = new ArrayList<>();
    private final Set<Arc> arcs = new LinkedHashSet<>();
    private long inputs;

    /// @param folder of the specification
    /// @param stepper the engines
    public LockStep(final Path folder, final ModelGraph model, final Stepper stepper) {
        graph = model.graph();
        driver = new PairDriver(stepper);
        mayBeNone = StepKinds.mayBeNone(folder);
        graph.outgoing()
                .forEach(
                        (state, edges) ->
                                outgoing.put(
                                        state,
                                        edges.stream()
                                                .filter(edge -> !edge.action().equals(STUTTERING))
                                                .toList()));
        graph.states().forEach((id, variables) -> states.put(id, new SpecState(variables)));
        final SpecState start = states.get(graph.initial().iterator().next());
        engines = new EngineCast(model.size(), start.left("closeTimeout") > 0);
        likeness = new Likeness(model.size());
    }

    /// How engines first came to a state: along which arc, and by which steps of theirs.
    private record Arrival(Arc arc, String steps) {}

    /// What engines did from one rest to the next.
    ///
    /// @param from a state in which they rest
    /// @param agent whose engine was given an input, empty for a step of the world
    /// @param action the step that the input stands for, or that of the world
    /// @param what the input in words
    /// @param to the state in which they rest next
    record Arc(long from, String agent, String action, String what, long to) {
        /// Whether it is a step of the world.
        boolean isOfTheWorld() {
            return agent.isEmpty();
        }
    }

    /// What engines have done, after [#run].
    Set<Arc> arcs() {
        return Collections.unmodifiableSet(arcs);
    }

    /// The state in which a behaviour begins.
    long start() {
        return graph.initial().iterator().next();
    }

    /// Agents that have done nothing yet.
    Pair begun() {
        return Pair.begun(engines);
    }

    /// The inputs that are possible in a state.
    List<Input> inputs(final long id, final Pair pair) {
        final Set<String> possible = new TreeSet<>();
        for (final Edge edge : outgoing.get(id)) {
            if (!StepKinds.OF_THE_WORLD.contains(edge.action())) {
                possible.add(edge.action());
            }
        }
        return Inputs.of(engines, states.get(id), pair, possible);
    }

    /// Where engines are after an input.
    ///
    /// @param end the state, `null` if what they did is no step of the specification
    /// @param difference how they differ then
    record Reached(Long end, String difference) {}

    /// Follows what engines did in the graph.
    Reached reached(final long id, final Input input, final PairDriver.Driven driven) {
        final Walk walk = walk(id, input, driven);
        return walk.best() == null
                ? new Reached(null, "it recorded " + driven.actions() + "; " + walk.closest())
                : new Reached(end(id, walk.best()), "");
    }

    /// The agents after a step of the world; in `difference` of the result what is wrong then.
    Reached ofTheWorld(final Arc arc, final Pair pair) {
        changeLives(states.get(arc.from()), states.get(arc.to()), pair);
        final String difference =
                likeness.difference(states.get(arc.to()), states.get(arc.from()), pair, List.of());
        return new Reached(difference.isEmpty() ? arc.to() : null, difference);
    }

    /// Goes as far as the engines get.
    ///
    /// @param most stop after that many differences
    public LockStepReport run(final int most) {
        for (final long start : graph.initial()) {
            arrive(start, Pair.begun(engines), null);
        }
        while (!open.isEmpty() && differences.size() < most) {
            visit(open.poll());
        }
        return report();
    }

    private void arrive(final long state, final Pair pair, final Arrival arrival) {
        if (pairs.putIfAbsent(state, pair) == null) {
            arrivals.put(state, arrival);
            open.add(state);
        }
    }

    private void visit(final long id) {
        final Pair pair = pairs.get(id);
        for (final Edge edge : outgoing.get(id)) {
            if (StepKinds.OF_THE_WORLD.contains(edge.action())) {
                ofTheWorld(edge, pair);
            }
        }
        for (final Input input : inputs(id, pair)) {
            inputs++;
            try {
                follow(id, pair, input, driver.drive(pair, input));
            } catch (final InvariantViolation broken) {
                differ(id, input, "the engine is broken: " + broken.getMessage());
            }
        }
    }

    private void ofTheWorld(final Edge edge, final Pair before) {
        final SpecState from = states.get(edge.from());
        final SpecState to = states.get(edge.to());
        final Pair pair = before.copy();
        changeLives(from, to, pair);
        final String difference = likeness.difference(to, from, pair, List.of());
        if (difference.isEmpty()) {
            taken.add(edge);
            final Arc arc = new Arc(edge.from(), "", edge.action(), "", edge.to());
            arcs.add(arc);
            arrive(edge.to(), pair, new Arrival(arc, edge.action()));
        } else {
            differences.add(wayInWords(edge.from()) + "; " + edge.action() + ": " + difference);
        }
    }

    private void changeLives(final SpecState from, final SpecState to, final Pair pair) {
        for (final String agent : from.keys("up")) {
            final boolean isUp = to.truth("up", agent);
            if (from.truth("up", agent) && !isUp) {
                pair.halves.remove(agent);
            } else if (!from.truth("up", agent) && isUp) {
                pair.begin(engines, agent, to.number("life", agent));
            }
        }
    }

    private void follow(
            final long id, final Pair pair, final Input input, final PairDriver.Driven driven) {
        if (driven.maxEpoch() > engines.size().maxEpoch()) {
            beyond.computeIfAbsent(id, _ -> new HashSet<>()).add(input.action());
            return;
        }
        final Walk walk = walk(id, input, driven);
        if (walk.best() == null) {
            differ(id, input, "it recorded " + driven.actions() + ", and then " + walk.closest());
        } else {
            taken.addAll(walk.best());
            walk.others().stream()
                    .filter(path -> end(id, path) == end(id, walk.best()))
                    .forEach(taken::addAll);
            if (end(id, walk.best()) == id && pair.learns(driven.pair())) {
                open.add(id);
            }
            final long end = end(id, walk.best());
            final Arc arc = new Arc(id, input.agent(), input.action(), input.what(), end);
            arcs.add(arc);
            arrive(end, driven.pair(), new Arrival(arc, input.agent() + " " + walk.actions()));
        }
    }

    private Walk walk(final long id, final Input input, final PairDriver.Driven driven) {
        return new Walk(outgoing, states, mayBeNone, likeness, id, input, driven);
    }

    /// The arcs along which engines first came to a state in which they rest.
    List<Arc> way(final long state) {
        final Deque<Arc> way = new ArrayDeque<>();
        for (Arrival by = arrivals.get(state); by != null; by = arrivals.get(by.arc().from())) {
            way.addFirst(by.arc());
        }
        return List.copyOf(way);
    }

    private String wayInWords(final long state) {
        final Deque<String> steps = new ArrayDeque<>();
        for (Arrival by = arrivals.get(state); by != null; by = arrivals.get(by.arc().from())) {
            steps.addFirst(by.steps());
        }
        return "after " + String.join(", ", steps);
    }

    private static long end(final long start, final List<Edge> path) {
        return path.isEmpty() ? start : path.getLast().to();
    }

    private void differ(final long id, final Input input, final String how) {
        differences.add(
                "%s; %s is given %s (%s): %s"
                        .formatted(
                                wayInWords(id), input.agent(), input.action(), input.what(), how));
    }

    private LockStepReport report() {
        final Set<Long> passed = new HashSet<>();
        for (final Map.Entry<Long, List<Edge>> state : outgoing.entrySet()) {
            final boolean isPassed =
                    state.getValue().stream()
                            .anyMatch(
                                    edge ->
                                            StepKinds.AT_ONCE.contains(edge.action())
                                                    && edge.from() != edge.to());
            if (isPassed) {
                passed.add(state.getKey());
            }
        }
        final LockStepReport.Builder report = new LockStepReport.Builder();
        for (final List<Edge> edges : outgoing.values()) {
            for (final Edge edge : edges) {
                final LockStepReport.Kind kind = kind(edge, passed);
                report.count(edge, kind);
                if (kind == LockStepReport.Kind.REFUSED) {
                    report.refused(edge, wayInWords(edge.from()) + "; " + edge.action());
                }
            }
        }
        return report.build(graph.states().size(), pairs.size(), inputs, differences);
    }

    private LockStepReport.Kind kind(final Edge edge, final Set<Long> passed) {
        if (taken.contains(edge)) {
            return LockStepReport.Kind.TAKEN;
        }
        if (!pairs.containsKey(edge.from())) {
            return passed.contains(edge.from())
                    ? LockStepReport.Kind.NO_REST
                    : LockStepReport.Kind.BEHIND;
        }
        return beyond.getOrDefault(edge.from(), Set.of()).contains(edge.action())
                ? LockStepReport.Kind.BEYOND
                : LockStepReport.Kind.REFUSED;
    }
}
