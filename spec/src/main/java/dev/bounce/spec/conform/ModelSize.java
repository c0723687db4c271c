package dev.bounce.spec.conform;

import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How large the world of a model is, so that engines can be made that fit it.
///
/// @param sources sender of each link
/// @param targets receiver of each link
/// @param linkOf link of each request, from request 1 on
/// @param destinations of each request; equal ones overlap
/// @param chunks of every request
/// @param slots regions of every arena
/// @param reserve how many of them are for chunks with a credit only
/// @param window most credits of a flow
/// @param maxFlows most open requests of a link
/// @param maxEpoch largest epoch
public record ModelSize(
        Map<String, String> sources,
        Map<String, String> targets,
        List<String> linkOf,
        List<Long> destinations,
        int chunks,
        int slots,
        int reserve,
        int window,
        int maxFlows,
        long maxEpoch) {
    /// The constants that [#of] reads.
    static final List<String> CONSTANTS =
            List.of(
                    "Src",
                    "Dst",
                    "LinkOf",
                    "Dest",
                    "Chunks",
                    "Slots",
                    "Reserve",
                    "Window",
                    "MaxFlows",
                    "MaxEpoch");

    /// Copies.
    public ModelSize {
        sources = new TreeMap<>(sources);
        targets = new TreeMap<>(targets);
        linkOf = List.copyOf(linkOf);
        destinations = List.copyOf(destinations);
    }

    /// Reads the constants of a model as a scenario file states them: by value.
    ///
    /// @throws IllegalArgumentException naming a constant that is missing or no such value
    public static ModelSize of(final TlaValue.Mapping constants) {
        final List<String> linkOf = new ArrayList<>();
        final List<Long> destinations = new ArrayList<>();
        elements(constants, "LinkOf").forEach(link -> linkOf.add(TlaValue.plain(link)));
        elements(constants, "Dest").forEach(number -> destinations.add(number(number)));
        return new ModelSize(
                names(constants, "Src"),
                names(constants, "Dst"),
                linkOf,
                destinations,
                elements(constants, "Chunks").size(),
                elements(constants, "Slots").size(),
                (int) number(constant(constants, "Reserve")),
                (int) number(constant(constants, "Window")),
                (int) number(constant(constants, "MaxFlows")),
                number(constant(constants, "MaxEpoch")));
    }

    private static TlaValue constant(final TlaValue.Mapping constants, final String name) {
        final TlaValue value = constants.at(name);
        if (value == null) {
            throw new IllegalArgumentException("the model has no constant " + name);
        }
        return value;
    }

    private static List<TlaValue> elements(final TlaValue.Mapping constants, final String name) {
        return switch (constant(constants, name)) {
            case TlaValue.Sequence(final List<TlaValue> elements) -> elements;
            case TlaValue.SetOf(final List<TlaValue> elements) -> elements;
            case final TlaValue other ->
                    throw new IllegalArgumentException(name + " is " + other + ", no list");
        };
    }

    private static long number(final TlaValue value) {
        if (value instanceof TlaValue.Number(final long number)) {
            return number;
        }
        throw new IllegalArgumentException(value + " is no number");
    }

    private static Map<String, String> names(final TlaValue.Mapping constants, final String name) {
        if (!(constant(constants, name) instanceof TlaValue.Mapping links)) {
            throw new IllegalArgumentException(name + " is no function of links");
        }
        final Map<String, String> names = new TreeMap<>();
        links.entries()
                .forEach((link, agent) -> names.put(TlaValue.plain(link), TlaValue.plain(agent)));
        return names;
    }

    String sender(final String link) {
        return sources.get(link);
    }

    String receiver(final String link) {
        return targets.get(link);
    }

    /// The link on which an agent sends, empty if there is none.
    String from(final String agent) {
        return linkWith(sources, agent);
    }

    /// The link on which an agent receives, empty if there is none.
    String to(final String agent) {
        return linkWith(targets, agent);
    }

    private static String linkWith(final Map<String, String> ends, final String agent) {
        return ends.entrySet().stream()
                .filter(end -> end.getValue().equals(agent))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse("");
    }

    /// The requests of a link, by number from 1.
    List<Integer> requestsOf(final String link) {
        final List<Integer> requests = new ArrayList<>();
        for (int request = 1; request <= linkOf.size(); request++) {
            if (linkOf.get(request - 1).equals(link)) {
                requests.add(request);
            }
        }
        return requests;
    }
}
