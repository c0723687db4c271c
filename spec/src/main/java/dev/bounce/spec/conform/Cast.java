package dev.bounce.spec.conform;

import dev.bounce.model.wire.LinkId;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Who plays which part: names of agents, lives and links of a run in the words of the
/// specification. There are two agents, `a` and `b`, and two links, `ab` and `ba`; the lives of an
/// agent are numbered from 1 in the order in which they are met.
final class Cast {
    /// Names the epoch that is none.
    static final TlaValue NO_KEY = key("-", 0, 0, 0);

    private record Sent(String link, int senderLife, long epoch) {}

    private final List<String> names;
    private final long toSecond;
    private final long toFirst;
    private final boolean isLearning;
    private final List<List<Long>> instances = List.of(new ArrayList<>(), new ArrayList<>());
    private final Map<Sent, Integer> receiverLives = new HashMap<>();

    Cast(final String first, final String second) {
        this(first, second, false);
    }

    /// @param isLearning whether lives and epochs that were not met before are new ones, and not a
    ///     mistake of the trace
    Cast(final String first, final String second, final boolean isLearning) {
        this.isLearning = isLearning;
        names = List.of(first, second);
        toSecond = LinkId.of(first, second);
        toFirst = LinkId.of(second, first);
    }

    /// The same cast, which from here on learns on its own.
    Cast copy() {
        final Cast copy = new Cast(names.get(0), names.get(1), isLearning);
        for (int index = 0; index < instances.size(); index++) {
            copy.instances.get(index).addAll(instances.get(index));
        }
        copy.receiverLives.putAll(receiverLives);
        return copy;
    }

    /// `a` or `b`.
    String agent(final String name) {
        return index(name) == 0 ? "a" : "b";
    }

    private int index(final String name) {
        final int index = names.indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "agent '" + name + "' takes no part; the two are " + names);
        }
        return index;
    }

    /// A life begins.
    ///
    /// @return whether the agent has lived before
    boolean isReborn(final String name, final long instance) {
        final List<Long> lives = instances.get(index(name));
        lives.add(instance);
        return lives.size() > 1;
    }

    /// `ab`, `ba`, or `-` for no link.
    String link(final long linkId) {
        if (linkId == toSecond) {
            return "ab";
        }
        return linkId == toFirst ? "ba" : "-";
    }

    /// The number of a life of an agent.
    int life(final String name, final long instance) {
        return life(index(name), instance);
    }

    private int life(final int agent, final long instance) {
        final int life = instances.get(agent).indexOf(instance) + 1;
        if (life == 0 && isLearning) {
            instances.get(agent).add(instance);
            return instances.get(agent).size();
        }
        if (life == 0) {
            throw new IllegalArgumentException(
                    "instance %x of %s is unknown".formatted(instance, names.get(agent)));
        }
        return life;
    }

    private int senderLife(final String link, final long instance) {
        return life(link.equals("ab") ? 0 : 1, instance);
    }

    private int receiverLife(final String link, final long instance) {
        return life(link.equals("ab") ? 1 : 0, instance);
    }

    /// An epoch, all of whose names are known.
    TlaValue key(
            final long linkId,
            final long senderInstance,
            final long receiverInstance,
            final long epoch) {
        final String link = link(linkId);
        final int sender = senderLife(link, senderInstance);
        final int receiver = receiverLife(link, receiverInstance);
        receiverLives.putIfAbsent(new Sent(link, sender, epoch), receiver);
        return key(link, sender, receiver, epoch);
    }

    /// An epoch that was met before, by what its sender calls it.
    TlaValue knownKey(final long linkId, final long senderInstance, final long epoch) {
        final TlaValue key = keyIfKnown(linkId, senderInstance, epoch);
        if (key.equals(NO_KEY) && isLearning) {
            // An epoch of a receiver's life that nothing else is known of.
            final String link = link(linkId);
            return key(link, senderLife(link, senderInstance), 0, epoch);
        }
        if (key.equals(NO_KEY)) {
            throw new IllegalArgumentException(
                    "epoch " + epoch + " of " + link(linkId) + " is unknown");
        }
        return key;
    }

    /// The same; [#NO_KEY] for one that was not met.
    TlaValue keyIfKnown(final long linkId, final long senderInstance, final long epoch) {
        final String link = link(linkId);
        final int sender = senderLife(link, senderInstance);
        final Integer receiver = receiverLives.get(new Sent(link, sender, epoch));
        return receiver == null ? NO_KEY : key(link, sender, receiver, epoch);
    }

    private static TlaValue key(
            final String link, final int sender, final int receiver, final long epoch) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("l", new TlaValue.Text(link));
        fields.put("n", new TlaValue.Number(epoch));
        fields.put("r", new TlaValue.Number(receiver));
        fields.put("s", new TlaValue.Number(sender));
        return Tla.record(fields);
    }
}
