package dev.bounce.spec.tlc;

import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// All states of a model and all steps between them, as [TlcJob#drawing] writes them.
///
/// States that the model takes for the same (VIEW) are one; it is shown as the first of them that
/// was found.
///
/// @param initial the states that a behaviour can begin with
/// @param states the variables of each state
/// @param edges the steps, each once
public record StateGraph(
        Set<Long> initial, Map<Long, Map<String, TlaValue>> states, Set<Edge> edges) {
    private static final Pattern STATE =
            Pattern.compile("^(-?\\d+) \\[label=\"(.*)\"(,style = filled)?];?$");
    private static final Pattern EDGE =
            Pattern.compile("^(-?\\d+) -> (-?\\d+) \\[label=\"(\\w+)\".*$");

    /// A step.
    ///
    /// @param from the state that it leaves
    /// @param action its name; the definition that TLC found it in
    /// @param to the state that it leads to
    public record Edge(long from, String action, long to) {}

    public StateGraph {
        initial = Collections.unmodifiableSet(new LinkedHashSet<>(initial));
        states = Collections.unmodifiableMap(new LinkedHashMap<>(states));
        edges = Collections.unmodifiableSet(new LinkedHashSet<>(edges));
    }

    /// Reads a file.
    ///
    /// @throws IllegalArgumentException if an edge has an end that is no state
    public static StateGraph read(final Path file) throws IOException {
        final Set<Long> initial = new LinkedHashSet<>();
        final Map<Long, Map<String, TlaValue>> states = new LinkedHashMap<>();
        final Set<Edge> edges = new LinkedHashSet<>();
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                final Matcher edge = EDGE.matcher(line);
                if (edge.matches()) {
                    edges.add(
                            new Edge(
                                    Long.parseLong(edge.group(1)),
                                    edge.group(3),
                                    Long.parseLong(edge.group(2))));
                    continue;
                }
                final Matcher state = STATE.matcher(line);
                if (state.matches()) {
                    final long id = Long.parseLong(state.group(1));
                    if (state.group(3) != null) {
                        initial.add(id);
                    }
                    if (!states.containsKey(id)) {
                        states.put(id, variables(state.group(2)));
                    }
                }
            }
        }
        for (final Edge edge : edges) {
            if (!states.containsKey(edge.from()) || !states.containsKey(edge.to())) {
                throw new IllegalArgumentException(file + ": " + edge + " has no such state");
            }
        }
        return new StateGraph(initial, states, edges);
    }

    private static Map<String, TlaValue> variables(final String label) {
        final String text = label.replace("\\n", "\n").replace("\\\"", "\"").replace("\\\\", "\\");
        final Map<String, TlaValue> variables = new LinkedHashMap<>();
        Step.variables(text).forEach((name, value) -> variables.put(name, TlaParser.parse(value)));
        return variables;
    }

    /// The steps that leave each state; every state is a key.
    public Map<Long, List<Edge>> outgoing() {
        final Map<Long, List<Edge>> outgoing = new LinkedHashMap<>();
        states.keySet().forEach(state -> outgoing.put(state, new ArrayList<>()));
        edges.forEach(edge -> outgoing.get(edge.from()).add(edge));
        return outgoing;
    }

    /// The same graph with other steps.
    public StateGraph with(final Collection<Edge> others) {
        return new StateGraph(initial, states, new LinkedHashSet<>(others));
    }
}
