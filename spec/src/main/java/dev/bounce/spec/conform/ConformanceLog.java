package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.Tla.number;
import static dev.bounce.spec.conform.Tla.text;

import dev.bounce.engine.Action;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Snapshot;
import dev.bounce.engine.trace.Tracer;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Writes down a run of two agents as `TraceCheck.tla` reads it. The world must be one that the
/// specification can hold: two agents, every region of the same size, two chunks per request.
///
/// For each step of an engine, in this order: [#received] if the event was a frame, the actions as
/// the engine takes them ([#tracer]), then [#stepped].
public final class ConformanceLog {
    private final Cast cast;
    private final long slotBytes;
    private final List<TlaValue> entries = new ArrayList<>();
    private final Map<String, Long> instances = new HashMap<>();

    /// Name of the peer in a log of one agent, else empty.
    private final String unseen;

    private int unseenLife = 1;
    private int steps;

    /// @param first name of the agent that the specification calls `a`
    /// @param second name of the agent that it calls `b`
    /// @param slotBytes size of a region of either arena
    public ConformanceLog(final String first, final String second, final long slotBytes) {
        cast = new Cast(first, second);
        this.slotBytes = slotBytes;
        unseen = "";
    }

    private ConformanceLog(final String unseen, final Cast cast, final long slotBytes) {
        this.cast = cast;
        this.slotBytes = slotBytes;
        this.unseen = unseen;
    }

    /// A log of one agent alone; of its peer nothing is known, and it may send anything.
    ///
    /// @param agent name of the agent, which the specification calls `a`
    /// @param peer name of the other
    /// @param slotBytes size of a region of its arena
    public static ConformanceLog ofOne(
            final String agent, final String peer, final long slotBytes) {
        return new ConformanceLog(peer, new Cast(agent, peer, true), slotBytes);
    }

    /// An agent starts.
    public void born(final String agent, final long instance) {
        instances.put(agent, instance);
        if (cast.isReborn(agent, instance)) {
            act("Restart", agent, "-", 0, Cast.NO_KEY, 0, 0);
        }
    }

    /// An agent dies.
    public void died(final String agent) {
        act("Crash", agent, "-", 0, Cast.NO_KEY, 0, 0);
    }

    /// A frame reaches an agent.
    public void received(final Frame frame) {
        final List<TlaValue> messages = SeenFrame.messages(cast, slotBytes, frame);
        if (!messages.isEmpty()) {
            final Map<String, TlaValue> entry = entry(unseen.isEmpty() ? "got" : "heard");
            entry.put("ms", Tla.set(messages));
            entries.add(Tla.record(entry));
        }
    }

    /// Hears of the actions of an agent.
    public Tracer tracer(final String agent) {
        return (action, linkId, epoch, rid, chunk, value) ->
                acted(agent, action, linkId, epoch, rid, chunk, value);
    }

    private void acted(
            final String agent,
            final Action action,
            final long linkId,
            final long epoch,
            final long rid,
            final int chunk,
            final long value) {
        final String link = cast.link(linkId);
        final boolean isSender = link.startsWith(cast.agent(agent));
        final TlaValue key =
                isSender ? cast.keyIfKnown(linkId, instances.get(agent), epoch) : Cast.NO_KEY;
        if (action == Action.WRITE_LANDED) {
            final String landing = unseen.isEmpty() ? "Land" : "HasLanded";
            act(landing, agent, link, rid, key, chunk + 1, 0);
        }
        if (action == Action.LOAD && !unseen.isEmpty()) {
            loaded(value);
        }
        final long slot = action == Action.GATHER ? value / slotBytes + 1 : 0;
        act(action.specName(), agent, link, rid, key, chunk + 1, slot);
    }

    /// The peer that is loaded lives its next life: its restart is told here, for nothing else
    /// tells it.
    private void loaded(final long instance) {
        final int life = cast.life(unseen, instance);
        if (life < unseenLife) {
            throw new IllegalArgumentException(
                    "life %d of %s is loaded after life %d: the specification has no way back"
                            .formatted(life, unseen, unseenLife));
        }
        while (unseenLife < life) {
            died(unseen);
            act("Restart", unseen, "-", 0, Cast.NO_KEY, 0, 0);
            unseenLife++;
        }
    }

    /// The turn of an agent is over.
    ///
    /// @param snapshot of its engine
    /// @param effects what the step asked for
    public void stepped(final String agent, final Snapshot snapshot, final List<Effect> effects) {
        final List<TlaValue> sent = new ArrayList<>();
        for (final Effect effect : effects) {
            switch (effect) {
                case Effect.Send send -> {
                    for (final Message message : send.frame().messages()) {
                        answered(agent, message);
                    }
                    sent.addAll(SeenFrame.messages(cast, slotBytes, send.frame()));
                }
                case Effect.Deregistered _ -> act("Deregistered", agent, "-", 0, Cast.NO_KEY, 0, 0);
                case Effect.Gather _,
                        Effect.Write _,
                        Effect.Scatter _,
                        Effect.DirectPut _,
                        Effect.OpenPlane _,
                        Effect.Fence _,
                        Effect.Resolve _,
                        Effect.Refused _,
                        Effect.Delivered _,
                        Effect.Stopped _,
                        Effect.Ignored _ -> {}
            }
        }
        final Map<String, TlaValue> entry = entry("end");
        entry.put("a", text(cast.agent(agent)));
        entry.put("seen", new SeenAgent(cast, slotBytes, instances.get(agent)).of(snapshot));
        entry.put("ms", Tla.set(sent));
        entries.add(Tla.record(entry));
        steps++;
    }

    /// Refusals that the engine does not record as actions.
    private void answered(final String agent, final Message message) {
        final boolean ofOpen =
                message.body() instanceof Body.StaleEpoch stale
                        && !stale.nonce().equals(Nonce.NONE);
        if (message.body() instanceof Body.StaleEpoch
                || message.body() instanceof Body.StaleInstance) {
            final String link = cast.link(message.header().linkId());
            act(ofOpen ? "RecvOpen" : "AnswerStale", agent, link, 0, Cast.NO_KEY, 0, 0);
        }
    }

    /// Steps of engines so far.
    public int steps() {
        return steps;
    }

    /// Entries so far.
    public int size() {
        return entries.size();
    }

    /// What was written down, an entry each.
    public List<TlaValue> entries() {
        return List.copyOf(entries);
    }

    private void act(
            final String name,
            final String agent,
            final String link,
            final long rid,
            final TlaValue key,
            final int chunk,
            final long slot) {
        final Map<String, TlaValue> entry = entry("act");
        entry.put("act", text(name));
        entry.put("a", text(cast.agent(agent)));
        entry.put("l", text(link));
        entry.put("rid", number(rid));
        entry.put("k", key);
        entry.put("c", number(chunk));
        entry.put("s", number(slot));
        entries.add(Tla.record(entry));
    }

    private static Map<String, TlaValue> entry(final String kind) {
        final Map<String, TlaValue> entry = new LinkedHashMap<>();
        entry.put("op", text(kind));
        return entry;
    }
}
