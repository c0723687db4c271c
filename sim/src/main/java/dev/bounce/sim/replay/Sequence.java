package dev.bounce.sim.replay;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.spec.trace.TraceLine;
import dev.bounce.spec.trace.TraceLine.Decided;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceLine.Taken;
import dev.bounce.spec.trace.TraceLine.Taking;
import java.io.PrintWriter;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// The frames between agents and what the agents did meanwhile, as a sequence diagram. A frame
/// stands where it arrived, a frame that did not arrive where it was sent. Sent and received frames
/// are matched by their content, the oldest first.
public final class Sequence implements View {
    private final PrintWriter out;
    private final DiagramStyle style;
    private final List<Arrow> arrows = new ArrayList<>();
    private final List<Note> notes = new ArrayList<>();
    private final Map<Flight, Deque<Arrow>> flying = new HashMap<>();
    private Lanes lanes;
    private Wording wording;
    private long order;
    private boolean hasEnded;

    /// What became of a frame.
    enum Fate {
        /// It arrived.
        ARRIVED,
        /// It arrived once more.
        AGAIN,
        /// It never arrived.
        LOST,
        /// It was sent to, or came from, an agent whose steps the trace does not hold, or had not
        /// arrived when the replay was stopped.
        UNKNOWN
    }

    /// A frame with where it goes.
    private record Flight(Frame frame, int to) {}

    /// A frame in the diagram.
    static final class Arrow {
        final int from;
        final int to;
        final String label;
        Fate fate;
        long order;
        long nanos;
        long flightNanos;

        private Arrow(final int from, final int to, final String label) {
            this.from = from;
            this.to = to;
            this.label = label;
        }
    }

    /// What an agent did.
    record Note(long order, long nanos, int lane, String text) {}

    /// Prints to `out`.
    public Sequence(final PrintWriter out, final DiagramStyle style) {
        this.out = out;
        this.style = style;
    }

    @Override
    public void line(final TraceLine line, final String text) {
        order++;
        switch (line) {
            case Head head -> {
                lanes = new Lanes(head.agents());
                wording = new Wording(lanes);
            }
            case Decided _ -> {}
            case Taking taking -> {
                final int lane = Lanes.struck(taking);
                if (lane >= 0) {
                    note(taking.nanos(), lane, "! " + Wording.fault(taking));
                }
            }
            case State state -> {
                if (state.config() != null) {
                    note(state.nanos(), lanes.lane(state.agent()), "a life begins");
                }
            }
            case Step step -> step(step);
            case End end -> {
                hasEnded = true;
                if (end.property() != null) {
                    note(lastNanos(), 0, "violates " + end.property());
                }
            }
        }
    }

    @Override
    public void finish() {
        for (final Deque<Arrow> waiting : flying.values()) {
            for (final Arrow arrow : waiting) {
                arrow.fate = hasEnded && lanes.isRecorded(arrow.to) ? Fate.LOST : Fate.UNKNOWN;
            }
        }
        arrows.sort(Comparator.comparingLong(arrow -> arrow.order));
        style.begin(lanes.names(), arrows, out);
        int next = 0;
        for (final Note note : notes) {
            while (next < arrows.size() && arrows.get(next).order <= note.order) {
                style.arrow(arrows.get(next++), out);
            }
            style.note(note, out);
        }
        while (next < arrows.size()) {
            style.arrow(arrows.get(next++), out);
        }
    }

    private void step(final Step step) {
        lanes.learn(step);
        final int lane = lanes.lane(step.agent());
        if (step.event() instanceof Event.Received received) {
            received(step, lane, received.frame());
        }
        final String did =
                step.actions().stream()
                        .filter(Sequence::isLocal)
                        .map(wording::action)
                        .collect(Collectors.joining(", "));
        if (!did.isEmpty()) {
            note(step.nanos(), lane, did);
        }
        for (final Effect effect : step.effects()) {
            if (effect instanceof Effect.Send send) {
                sent(step, lane, send.frame());
            }
        }
    }

    /// Whether no frame tells of the action.
    private static boolean isLocal(final Taken taken) {
        final String name = taken.action().specName();
        return !name.startsWith("Send") && !name.startsWith("Recv") && !name.startsWith("Answer");
    }

    private void sent(final Step step, final int lane, final Frame frame) {
        final Header header = frame.messages().getFirst().header();
        final int to = lanes.to(header);
        if (to < 0) {
            note(step.nanos(), lane, "sends " + wording.frame(frame));
            return;
        }
        final Arrow arrow = arrow(step, lane, to, frame);
        flying.computeIfAbsent(new Flight(frame, to), _ -> new ArrayDeque<>()).addLast(arrow);
    }

    private void received(final Step step, final int lane, final Frame frame) {
        if (frame.messages().isEmpty()) {
            return;
        }
        final Flight flight = new Flight(frame, lane);
        final Deque<Arrow> waiting = flying.get(flight);
        if (waiting == null) {
            final int from = lanes.from(frame.messages().getFirst().header());
            if (from < 0 || from == lane || lanes.isRecorded(from)) {
                note(step.nanos(), lane, "receives, from nobody: " + wording.frame(frame));
            } else {
                arrow(step, from, lane, frame).fate = Fate.UNKNOWN;
            }
            return;
        }
        final Arrow sent = waiting.pollFirst();
        if (sent == null) {
            final int from = lanes.from(frame.messages().getFirst().header());
            arrow(step, from, lane, frame).fate = Fate.AGAIN;
            return;
        }
        sent.fate = Fate.ARRIVED;
        sent.flightNanos = step.nanos() - sent.nanos;
        sent.nanos = step.nanos();
        sent.order = order;
    }

    private Arrow arrow(final Step step, final int from, final int to, final Frame frame) {
        final Arrow arrow = new Arrow(from, to, wording.frame(frame));
        arrow.nanos = step.nanos();
        arrow.order = order;
        arrows.add(arrow);
        return arrow;
    }

    private void note(final long nanos, final int lane, final String text) {
        notes.add(new Note(order, nanos, lane, text));
    }

    private long lastNanos() {
        return notes.isEmpty() ? 0 : notes.getLast().nanos;
    }
}
