package dev.bounce.spec.conform;

import dev.bounce.spec.tlc.StateGraph.Edge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The search for steps of the graph that an engine has taken with one input. What stands first in
/// the list of actions may be none if it is only the name of the input; others where the
/// specification says so.
final class Walk {
    private final Map<Long, List<Edge>> outgoing;
    private final Map<Long, SpecState> states;
    private final Set<String> mayBeNone;
    private final Likeness likeness;
    private final SpecState from;
    private final PairDriver.Driven driven;
    private final boolean isHinted;
    private final List<String> actions;
    private final List<List<Edge>> others = new ArrayList<>();
    private List<Edge> best;
    private String closest = "took steps that the specification does not allow";

    /// @param outgoing steps by the state that they begin in
    /// @param states by their numbers in the graph
    /// @param mayBeNone actions that an engine may record although nothing changes
    /// @param likeness what engines must look like
    /// @param start number of the state in which the input is given
    /// @param input what was given
    /// @param driven what engines did with it
    Walk(
            final Map<Long, List<Edge>> outgoing,
            final Map<Long, SpecState> states,
            final Set<String> mayBeNone,
            final Likeness likeness,
            final long start,
            final Input input,
            final PairDriver.Driven driven) {
        this.outgoing = outgoing;
        this.states = states;
        this.mayBeNone = mayBeNone;
        this.likeness = likeness;
        this.driven = driven;
        from = states.get(start);
        actions = new ArrayList<>(driven.actions());
        isHinted =
                StepKinds.UNRECORDED.contains(input.action()) && !actions.contains(input.action());
        if (isHinted) {
            actions.addFirst(input.action());
        }
        search(start, 0, new ArrayList<>());
    }

    /// The steps taken, as many as can be; `null` if the engine did what no steps do.
    List<Edge> best() {
        return best;
    }

    /// All ways to take them, [#best] among them.
    List<List<Edge>> others() {
        return others;
    }

    /// What was looked for.
    List<String> actions() {
        return actions;
    }

    /// Where [#best] is `null`: how the engines differ from where a way leads.
    String closest() {
        return closest;
    }

    private void search(final long at, final int index, final List<Edge> path) {
        if (index == actions.size()) {
            arrive(states.get(at), path);
            return;
        }
        final String action = actions.get(index);
        for (final Edge edge : outgoing.get(at)) {
            if (edge.action().equals(action)) {
                path.addLast(edge);
                search(edge.to(), index + 1, path);
                path.removeLast();
            }
        }
        if (index == 0 && isHinted || mayBeNone.contains(action)) {
            search(at, index + 1, path);
        }
    }

    private void arrive(final SpecState end, final List<Edge> path) {
        final String difference = likeness.difference(end, from, driven.pair(), driven.sent());
        if (!difference.isEmpty()) {
            closest = difference;
            return;
        }
        others.add(List.copyOf(path));
        if (best == null || path.size() > best.size()) {
            best = List.copyOf(path);
        }
    }
}
