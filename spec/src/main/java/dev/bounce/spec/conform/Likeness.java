package dev.bounce.spec.conform;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Outcome;
import dev.bounce.spec.tla.TlaValue;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Whether two engines look as a state of the specification says: the views of both agents, the
/// messages that can still have an effect, and what callers were told.
final class Likeness {
    private final ModelSize size;
    private final Map<SpecState, Map<String, TlaValue>> views = new IdentityHashMap<>();

    Likeness(final ModelSize size) {
        this.size = size;
    }

    /// How the engines differ from a state; empty if they do not.
    String difference(
            final SpecState state,
            final SpecState before,
            final Pair pair,
            final List<TlaValue> sent) {
        final SpecView view = new SpecView(state, size);
        for (final String agent : pair.halves.keySet()) {
            if (!view.isUp(agent)) {
                return agent + " is not up";
            }
            final TlaValue wanted =
                    views.computeIfAbsent(state, _ -> new HashMap<>())
                            .computeIfAbsent(agent, view::seen);
            final TlaValue seen = pair.seen(agent);
            if (!wanted.equals(seen)) {
                return agent + " shows " + seen + ", not " + wanted;
            }
            if (!state.text("range", agent).equals(pair.range(agent))) {
                return agent + "'s memory is " + pair.range(agent);
            }
            if (!view.remembered(agent).equals(pair.remembered(agent))) {
                return "%s remembers %s, not %s"
                        .formatted(agent, pair.remembered(agent), view.remembered(agent));
            }
        }
        final Set<String> missing = view.mattering(state.set("net"));
        final Set<String> tooMany = view.mattering(new Network(before).with(sent));
        final Set<String> both = new TreeSet<>(missing);
        both.retainAll(tooMany);
        missing.removeAll(both);
        tooMany.removeAll(both);
        if (!missing.isEmpty() || !tooMany.isEmpty()) {
            return "the network lacks " + missing + " and has " + tooMany + " too many";
        }
        return answers(state, pair);
    }

    private String answers(final SpecState state, final Pair pair) {
        for (int request = 1; request <= size.linkOf().size(); request++) {
            final String result = state.text("req", request, "res");
            final Effect.Resolve answer = pair.answers.get((long) request);
            final boolean isAnswered = result.equals("ok") || result.equals("fail");
            if (isAnswered != (answer != null)) {
                return "request " + request + " is told " + answer + ", not " + result;
            }
            if (isAnswered
                    && (result.equals("ok") != (answer.outcome() == Outcome.SUCCESS)
                            || state.truth("req", request, "quiet") != answer.quiescent())) {
                return "request " + request + " is told " + answer + ", not " + result;
            }
        }
        return "";
    }
}
