package dev.bounce.spec.conform;

import dev.bounce.engine.Effect;
import dev.bounce.model.wire.Message;
import dev.bounce.spec.tla.TlaValue;
import java.util.Map;
import java.util.TreeMap;

/// Two agents and what is under way between them: the engines' side of one state of the
/// specification.
final class Pair {
    /// The living agents, by name.
    final Map<String, Half> halves = new TreeMap<>();

    final Cast cast;

    /// Every message that was ever sent, by what the specification calls it.
    final Map<String, Message> messages = new TreeMap<>();

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

    /// What an engine shows, in canonical order.
    TlaValue seen(final String agent) {
        final Half half = halves.get(agent);
        return Tla.canonical(
                new SeenAgent(cast, EngineCast.SLOT_BYTES, half.config.instance()).of(half.state));
    }
}
