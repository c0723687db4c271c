package dev.bounce.spec.conform;

import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The messages of a state, and what is new among those that engines send.
final class Network {
    private final List<TlaValue> messages;
    private final Set<TlaValue> ageless = new HashSet<>();

    Network(final SpecState state) {
        messages = state.set("net");
        messages.forEach(message -> ageless.add(ageless(message)));
    }

    /// The messages and those of `sent` that are no repeats: a sender repeats a message with the
    /// `oldestOpenRid` of now, and the specification then takes it for the same.
    List<TlaValue> with(final List<TlaValue> sent) {
        final List<TlaValue> all = new ArrayList<>(messages);
        for (final TlaValue message : sent) {
            if (!Arrivals.isToReceiver(message) || !ageless.contains(ageless(message))) {
                all.add(message);
            }
        }
        return all;
    }

    private static TlaValue ageless(final TlaValue message) {
        final Map<TlaValue, TlaValue> fields =
                new LinkedHashMap<>(((TlaValue.Mapping) message).entries());
        fields.put(Tla.text("o"), Tla.number(0));
        return new TlaValue.Mapping(fields);
    }
}
