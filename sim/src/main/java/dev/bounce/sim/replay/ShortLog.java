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

/// One line for each action and each fault that strikes, in the lane of its agent. Steps that
/// change nothing are left out.
public final class ShortLog implements View {
    private static final int WIDTH = 34;

    private final PrintWriter out;
    private Lanes lanes;
    private Wording wording;

    /// Prints to `out`.
    public ShortLog(final PrintWriter out) {
        this.out = out;
    }

    @Override
    public void line(final TraceLine line, final String text) {
        switch (line) {
            case Head head -> begin(head);
            case Decided _ -> {}
            case Taking taking -> {
                final int lane = Lanes.struck(taking);
                if (lane >= 0) {
                    print(taking.number(), taking.nanos(), lane, "! " + Wording.fault(taking));
                }
            }
            case State state -> {
                if (state.config() != null) {
                    final String life = Wording.brief(state.config().instance());
                    print(state.number(), state.nanos(), state.agent(), "* a life begins " + life);
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

    private void begin(final Head head) {
        lanes = new Lanes(head.agents());
        wording = new Wording(lanes);
        out.print("    step     time, us");
        for (int lane = 0; lane < lanes.size(); lane++) {
            out.print(" | " + pad(lane + " " + lanes.names().get(lane)));
        }
        out.println();
    }

    private void step(final Step step) {
        lanes.learn(step);
        for (final Taken taken : step.actions()) {
            print(step.number(), step.nanos(), step.agent(), wording.action(taken));
        }
        for (final Effect effect : step.effects()) {
            switch (effect) {
                case Effect.Resolve _,
                        Effect.Refused _,
                        Effect.Delivered _,
                        Effect.Deregistered _,
                        Effect.Stopped _ ->
                        print(
                                step.number(),
                                step.nanos(),
                                step.agent(),
                                "* " + wording.effect(effect));
                case Effect.Send _,
                        Effect.Gather _,
                        Effect.Write _,
                        Effect.Scatter _,
                        Effect.DirectPut _,
                        Effect.OpenPlane _,
                        Effect.Fence _,
                        Effect.Ignored _ -> {}
            }
        }
    }

    private void print(final long number, final long nanos, final String agent, final String text) {
        print(number, nanos, lanes.lane(agent), text);
    }

    private void print(final long number, final long nanos, final int lane, final String text) {
        out.printf("%8d %12s", number, Wording.micros(nanos));
        for (int before = 0; before < lane; before++) {
            out.print(" | " + pad(""));
        }
        out.println(" | " + text);
    }

    private static String pad(final String text) {
        return text + " ".repeat(Math.max(0, WIDTH - text.length()));
    }
}
