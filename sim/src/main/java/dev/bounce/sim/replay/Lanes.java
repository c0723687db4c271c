package dev.bounce.sim.replay;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.LinkId;
import dev.bounce.model.wire.Message;
import dev.bounce.sim.world.Decision;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceLine.Taking;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The agents of a trace by number. Those whose steps it holds come first; others get a lane when
/// their name is heard of.
final class Lanes {
    private final List<String> names = new ArrayList<>();
    private final Map<Long, Link> links = new TreeMap<>();
    private final int recorded;

    /// One direction of a pair.
    ///
    /// @param sender lane of the sender
    /// @param receiver lane of the receiver
    record Link(int sender, int receiver) {
        @Override
        public String toString() {
            return sender + ">" + receiver;
        }
    }

    Lanes(final List<String> agents) {
        agents.forEach(this::lane);
        recorded = names.size();
    }

    /// Names by lane.
    List<String> names() {
        return names;
    }

    /// Number of lanes.
    int size() {
        return names.size();
    }

    /// Whether the trace holds the steps of that lane.
    boolean isRecorded(final int lane) {
        return lane < recorded;
    }

    /// The lane of an agent.
    int lane(final String name) {
        final int known = names.indexOf(name);
        if (known >= 0) {
            return known;
        }
        final int lane = names.size();
        for (int other = 0; other < lane; other++) {
            links.put(LinkId.of(name, names.get(other)), new Link(lane, other));
            links.put(LinkId.of(names.get(other), name), new Link(other, lane));
        }
        names.add(name);
        return lane;
    }

    /// The link with that id, `null` if it is not one of these agents.
    Link link(final long linkId) {
        return links.get(linkId);
    }

    /// The link as `0>1`, or its id.
    String text(final long linkId) {
        final Link link = links.get(linkId);
        return link == null ? Wording.brief(linkId) : link.toString();
    }

    /// Lane of the agent that sends such a message, -1 if it is not known.
    int from(final Header header) {
        final Link link = links.get(header.linkId());
        return link == null ? -1 : header.type().isFromSender() ? link.sender : link.receiver;
    }

    /// Lane of the agent that is meant, -1 if it is not known.
    int to(final Header header) {
        final Link link = links.get(header.linkId());
        return link == null ? -1 : header.type().isFromSender() ? link.receiver : link.sender;
    }

    /// Lane of the agent that a fault strikes first, -1 if the decision is a submission, of which a
    /// step tells.
    static int struck(final Taking taking) {
        final Decision decision = new Decision(taking.key(), taking.value());
        if (decision.isSubmission()) {
            return -1;
        }
        final String who = taking.key().split("/")[1];
        return Integer.parseInt(who.split(">")[0]);
    }

    /// Hears the names in a step.
    void learn(final Step step) {
        lane(step.agent());
        switch (step.event()) {
            case Event.Load load -> lane(load.peer());
            case Event.Submit submit -> lane(submit.peer());
            case Event.Received received -> {
                for (final Message message : received.frame().messages()) {
                    if (message.body() instanceof Body.Open open
                            && LinkId.of(open.name(), step.agent()) == message.header().linkId()) {
                        lane(open.name());
                    }
                }
            }
            default -> {}
        }
        for (final Effect effect : step.effects()) {
            if (effect instanceof Effect.OpenPlane open) {
                lane(open.peer());
            }
        }
    }
}
