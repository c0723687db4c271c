package dev.bounce.sim.replay;

import dev.bounce.engine.Effect;
import dev.bounce.spec.trace.TraceLine;
import dev.bounce.spec.trace.TraceLine.Decided;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.State;
import dev.bounce.spec.trace.TraceLine.Step;
import dev.bounce.spec.trace.TraceLine.Taken;
import dev.bounce.spec.trace.TraceLine.Taking;
import java.io.PrintWriter;

/// Everything about each step: what the engine was told, what it did, what it asks for.
public final class StepView implements View {
    private final PrintWriter out;
    private final Pause pause;
    private Lanes lanes;
    private Wording wording;

    /// Waits for the reader of the output.
    @FunctionalInterface
    public interface Pause {
        /// Does not wait.
        Pause NONE = () -> {};

        /// Returns when the next step is wanted.
        void await();
    }

    /// Prints to `out`, and pauses after each step.
    public StepView(final PrintWriter out, final Pause pause) {
        this.out = out;
        this.pause = pause;
    }

    @Override
    public void line(final TraceLine line, final String text) {
        switch (line) {
            case Head head -> {
                lanes = new Lanes(head.agents());
                wording = new Wording(lanes);
            }
            case Decided decided ->
                    out.println("decision " + decided.key() + " " + decided.value());
            case Taking taking -> {
                if (Lanes.struck(taking) >= 0) {
                    final String time = Wording.micros(taking.nanos());
                    out.println("fault " + Wording.fault(taking) + " at " + time + " us");
                }
            }
            case State state -> {
                if (state.config() != null) {
                    final String time = Wording.micros(state.nanos());
                    out.println(state.agent() + " begins a life at " + time + " us");
                }
            }
            case Step step -> step(step);
            case End end -> {
                if (end.property() != null) {
                    out.println("violates " + end.property() + ": " + end.observed());
                }
            }
        }
    }

    private void step(final Step step) {
        lanes.learn(step);
        final int lane = lanes.lane(step.agent());
        out.printf(
                "step %d at %s us, %s (%d)%n",
                step.number(), Wording.micros(step.nanos()), step.agent(), lane);
        out.println("  in   " + wording.event(step.event()));
        for (final Taken taken : step.actions()) {
            out.println("  act  " + wording.action(taken));
        }
        for (final Effect effect : step.effects()) {
            out.println("  out  " + wording.effect(effect));
        }
        out.flush();
        pause.await();
    }
}
