package dev.bounce.spec.conform;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Snapshot;
import dev.bounce.model.wire.Message;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Two agents and what is under way between them: the engines' side of one state of the
/// specification.
final class Pair {
    /// The living agents, by name.
    final Map<String, Half> halves = new TreeMap<>();

    final Cast cast;

    /// Every message that was ever sent, by what the specification calls it; those of one name
    /// differ in their tokens.
    final Map<String, List<Message>> messages = new TreeMap<>();

    /// What callers were told, by request.
    final Map<Long, Effect.Resolve> answers = new TreeMap<>();

    private Pair(final Cast cast) {
        this.cast = cast;
    }

    /// Two agents that have done nothing yet.
    static Pair begun(final EngineCast engines) {
        final Pair pair = new Pair(engines.cast());
        pair.begin(engines, "a", 1);
        pair.begin(engines, "b", 1);
        return pair;
    }

    Pair copy() {
        final Pair copy = new Pair(cast.copy());
        halves.forEach((agent, half) -> copy.halves.put(agent, half.copy()));
        copy.messages.putAll(messages);
        copy.answers.putAll(answers);
        return copy;
    }

    /// A life of an agent begins.
    void begin(final EngineCast engines, final String agent, final long life) {
        final var config = engines.config(agent, life);
        halves.put(agent, new Half(config, engines.born(config)));
    }

    /// Takes over the messages of a pair in the same state.
    ///
    /// @return whether there was one that was not known
    boolean learns(final Pair other) {
        final int before = count();
        other.messages.forEach((name, all) -> all.forEach(message -> sent(name, message)));
        return count() > before;
    }

    private int count() {
        return messages.values().stream().mapToInt(List::size).sum();
    }

    /// Notes a message that was sent.
    void sent(final String name, final Message message) {
        final List<Message> known = messages.getOrDefault(name, List.of());
        if (known.stream()
                .noneMatch(one -> one.header().token().equals(message.header().token()))) {
            final List<Message> more = new ArrayList<>(known);
            more.add(message);
            messages.put(name, List.copyOf(more));
        }
    }

    /// What an engine shows, in canonical order.
    TlaValue seen(final String agent) {
        return Tla.canonical(view(agent).of(halves.get(agent).state));
    }

    /// What an engine remembers and does not show, in canonical order.
    TlaValue remembered(final String agent) {
        return view(agent).remembered(halves.get(agent).state);
    }

    /// Whether the memory of an agent is registered: `in`, `leaving`, or `out`.
    String range(final String agent) {
        final Snapshot state = halves.get(agent).state;
        return !state.leaving().isEmpty() ? "leaving" : state.memory().isEmpty() ? "out" : "in";
    }

    private SeenAgent view(final String agent) {
        return new SeenAgent(cast, EngineCast.SLOT_BYTES, halves.get(agent).config.instance());
    }
}
