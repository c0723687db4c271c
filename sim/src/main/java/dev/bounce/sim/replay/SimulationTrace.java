package dev.bounce.sim.replay;

import dev.bounce.engine.Effects;
import dev.bounce.engine.Engine;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import dev.bounce.sim.world.StepListener;
import dev.bounce.spec.trace.BuildFingerprint;
import dev.bounce.spec.trace.LineSink;
import dev.bounce.spec.trace.MalformedTraceException;
import dev.bounce.spec.trace.TraceLine.Decided;
import dev.bounce.spec.trace.TraceLine.End;
import dev.bounce.spec.trace.TraceLine.Head;
import dev.bounce.spec.trace.TraceLine.Kind;
import dev.bounce.spec.trace.TraceOutput;
import dev.bounce.spec.trace.TraceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Makes the trace of a script, and a script of a trace.
public final class SimulationTrace {
    private SimulationTrace() {}

    /// Runs a script twice: to learn its decisions, then, by these decisions and by all its knobs,
    /// to write the trace.
    ///
    /// @param hasSteps whether states and steps are written; without them the trace is a script
    /// @return what came of it; its script has every decision and every knob
    /// @throws IllegalStateException if the second run differs from the first
    public static SeedResult write(
            final WorldRunner runner,
            final Script script,
            final boolean hasSteps,
            final LineSink sink) {
        final FirstLives lives = new FirstLives();
        final SeedResult drawn = runner.run(script, lives);
        final Script whole =
                new Script(script.seed(), script.profile(), drawn.knobs(), drawn.decisions());
        final TraceOutput out = new TraceOutput(sink);
        out.head(
                new Head(
                        Kind.SIMULATION,
                        build(),
                        whole.seed(),
                        whole.profile().label(),
                        whole.knobs(),
                        List.copyOf(lives.configs.keySet()),
                        lives.configs,
                        hasSteps));
        decide(whole.decisions(), out);
        final SeedResult repeated =
                runner.run(whole, hasSteps ? new TraceWriter(out) : new FirstLives());
        out.end(end(repeated));
        if (repeated.hash() != drawn.hash() || repeated.steps() != drawn.steps()) {
            throw new IllegalStateException(
                    "seed "
                            + script.seed()
                            + " is not repeated by its decisions: "
                            + drawn.steps()
                            + " steps, then "
                            + repeated.steps());
        }
        return repeated;
    }

    /// Runs a script as its seed decides and tells every state, decision and step, and the end, as
    /// lines of a trace. Two runs that differ tell lines that differ, the first where they begin
    /// to.
    public static SeedResult follow(
            final WorldRunner runner, final Script script, final LineSink sink) {
        final TraceOutput out = new TraceOutput(sink);
        final SeedResult result = runner.run(script, new TraceWriter(out));
        out.end(end(result));
        return result;
    }

    /// Fingerprint of the code that a simulation depends on.
    public static String build() {
        return BuildFingerprint.of(TransferPlan.class, Engine.class, Simulation.class);
    }

    /// Notes the decisions of a script.
    static void decide(final List<Decision> decisions, final TraceOutput out) {
        long number = 0;
        for (final Decision decision : decisions) {
            out.decided(new Decided(++number, decision.key(), decision.value()));
        }
    }

    /// The last line of a run.
    static End end(final SeedResult result) {
        final boolean holds = result.violation() == null;
        return new End(
                result.steps(),
                result.hash(),
                holds ? null : result.violation().property(),
                holds ? null : result.violation().observed());
    }

    /// The script that a file was made from.
    ///
    /// @throws MalformedTraceException if it is no trace of a simulation
    public static Script read(final Path path) throws IOException, MalformedTraceException {
        try (TraceReader file = TraceReader.open(path)) {
            if (file.head().kind() != Kind.SIMULATION) {
                throw new MalformedTraceException(
                        1, "a recording of one agent, not a simulation, which could be changed");
            }
            final List<Decided> decided = new ArrayList<>();
            while (file.next() instanceof Decided one) {
                decided.add(one);
            }
            return script(file.head(), decided);
        }
    }

    /// The script that a trace was made from.
    ///
    /// @throws MalformedTraceException if the simulator has no such profile or decision
    public static Script script(final Head head, final List<Decided> decided)
            throws MalformedTraceException {
        int line = 1;
        try {
            final Profile profile = Profile.parse(head.profile());
            final List<Decision> decisions = new ArrayList<>();
            for (final Decided one : decided) {
                line++;
                decisions.add(new Decision(one.key(), one.value()));
            }
            line = 1;
            final Script script = new Script(head.seed(), profile, head.knobs(), decisions);
            Simulation.knobs(script);
            return script;
        } catch (final IllegalArgumentException unknown) {
            throw new MalformedTraceException(line, unknown.getMessage());
        }
    }

    /// Notes how the first life of each agent is configured.
    private static final class FirstLives implements StepListener {
        private final Map<String, EngineConfig> configs = new LinkedHashMap<>();

        @Override
        public void begun(final long nowNanos, final EngineConfig config, final Engine engine) {
            configs.putIfAbsent(config.name(), config);
        }

        @Override
        public void stepped(
                final long nowNanos,
                final String agent,
                final Event event,
                final Effects effects,
                final AgentView view) {}
    }
}
