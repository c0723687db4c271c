package dev.bounce.spec.conform;

import dev.bounce.spec.tlc.StateGraph.Edge;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// What came of driving engines through a model.
///
/// @param states of the model
/// @param rests states in which the engines came to rest
/// @param inputs that were given to engines
/// @param actions how many steps of each name became what
/// @param differences between engines and specification, in words
/// @param refused steps that the engines did not take although they rest where it begins, and the
///     way there
public record LockStepReport(
        int states,
        int rests,
        long inputs,
        Map<String, Map<Kind, Integer>> actions,
        List<String> differences,
        Map<Edge, String> refused) {

    /// What became of a step of the specification.
    public enum Kind {
        /// Engines took it.
        TAKEN,
        /// It leaves a state in which engines never rest, because one has something to do at once:
        /// the step would have to come between two that an engine takes together.
        NO_REST,
        /// It leaves a state that is only reached through such states.
        BEHIND,
        /// Engines go on with an epoch that the model is too small for.
        BEYOND,
        /// Engines rest there and did not take it.
        REFUSED
    }

    /// Copies.
    public LockStepReport {
        actions = new TreeMap<>(actions);
        differences = List.copyOf(differences);
        refused = new LinkedHashMap<>(refused);
    }

    /// How many steps of all names became that.
    public int count(final Kind kind) {
        return actions.values().stream().mapToInt(kinds -> kinds.getOrDefault(kind, 0)).sum();
    }

    /// How many steps there are.
    public int edges() {
        return actions.values().stream()
                .flatMap(kinds -> kinds.values().stream())
                .mapToInt(Integer::intValue)
                .sum();
    }

    /// One line per action: its name and the count of each [Kind], separated by commas.
    public List<String> lines() {
        final List<String> lines = new ArrayList<>();
        actions.forEach(
                (action, kinds) -> {
                    final StringBuilder line = new StringBuilder(action);
                    for (final Kind kind : Kind.values()) {
                        line.append(',').append(kinds.getOrDefault(kind, 0));
                    }
                    lines.add(line.toString());
                });
        return lines;
    }

    /// Collects counts.
    static final class Builder {
        private final Map<String, Map<Kind, Integer>> actions = new TreeMap<>();
        private final Map<Edge, String> refused = new LinkedHashMap<>();

        void count(final Edge edge, final Kind kind) {
            actions.computeIfAbsent(edge.action(), _ -> new EnumMap<>(Kind.class))
                    .merge(kind, 1, Integer::sum);
        }

        void refused(final Edge edge, final String way) {
            refused.put(edge, way);
        }

        LockStepReport build(
                final int states,
                final int rests,
                final long inputs,
                final List<String> differences) {
            return new LockStepReport(states, rests, inputs, actions, differences, refused);
        }
    }
}
