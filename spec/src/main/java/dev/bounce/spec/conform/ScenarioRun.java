package dev.bounce.spec.conform;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.bounce.engine.InvariantViolation;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/// Drives two engines along a counterexample of the specification: each step that only an input can
/// cause is given to an engine; each step that an engine takes by itself must be one that it has
/// taken. What a step changes must be what the engine shows, but for what it has done ahead of the
/// scenario: an engine does at once what it can do.
public final class ScenarioRun {
    private static final Set<String> OF_THE_WORLD =
            Set.of("Land", "LandSome", "Lose", "LeaseLapses", "Crash", "Restart");

    /// Parts of a view that a step may change.
    private enum Part {
        LINK,
        REQUESTS,
        FLOWS,
        ARENA
    }

    /// Which parts the steps change that an engine takes ahead.
    private static final Map<String, Set<Part>> TOUCHES =
            Map.ofEntries(
                    Map.entry("SendWant", Set.of(Part.REQUESTS)),
                    Map.entry("Gather", Set.of(Part.REQUESTS, Part.ARENA)),
                    Map.entry("Unstage", Set.of(Part.REQUESTS, Part.ARENA)),
                    Map.entry("PostWrite", Set.of(Part.REQUESTS)),
                    Map.entry("StartClosing", Set.of(Part.REQUESTS, Part.ARENA)),
                    Map.entry("SenderEnds", Set.of(Part.LINK, Part.REQUESTS, Part.ARENA)),
                    Map.entry("SendClose", Set.of(Part.LINK)),
                    Map.entry("OpenLink", Set.of(Part.LINK)),
                    Map.entry("Finish", Set.of(Part.REQUESTS)),
                    Map.entry("Grant", Set.of(Part.FLOWS, Part.ARENA)),
                    Map.entry("RejectWant", Set.of(Part.FLOWS)),
                    Map.entry("Scatter", Set.of(Part.ARENA)),
                    Map.entry("ForgetBelow", Set.of(Part.FLOWS, Part.ARENA)),
                    Map.entry("LiftQuarantine", Set.of(Part.ARENA)),
                    Map.entry("ReceiverEnds", Set.of(Part.LINK, Part.FLOWS, Part.ARENA)));

    /// A step of the scenario.
    ///
    /// @param number of the state that it leads to
    /// @param action its name
    /// @param changes of variables
    public record Step(int number, String action, List<Change> changes) {
        /// Copies the list.
        public Step {
            changes = List.copyOf(changes);
        }
    }

    /// A change of a variable.
    ///
    /// @param path variable, then keys
    /// @param from value before, `null` for a new element of a set
    /// @param to value after, `null` for an element that left a set
    public record Change(String path, JsonElement from, JsonElement to) {}

    /// How far the engines went.
    ///
    /// @param steps of the scenario
    /// @param followed how many of them the engines took
    /// @param refused the step that they did not take, and why; empty if they took all
    public record Result(int steps, int followed, String refused) {
        /// Whether the engines took every step.
        public boolean isFollowed() {
            return refused.isEmpty();
        }
    }

    private record Ahead(String agent, String action) {}

    private final EngineCast engines;
    private final PairDriver driver;
    private final ScenarioState scenario;
    private final List<Step> steps;
    private final List<Ahead> ahead = new ArrayList<>();
    private SpecState state;
    private Pair pair;

    private ScenarioRun(
            final ModelSize size,
            final ScenarioState scenario,
            final List<Step> steps,
            final Stepper stepper) {
        this.scenario = scenario;
        this.steps = steps;
        driver = new PairDriver(stepper);
        state = scenario.now();
        engines = new EngineCast(size, state.left("closeTimeout") > 0);
        pair = Pair.begun(engines);
    }

    /// Follows a scenario as far as the engines go.
    ///
    /// @param constants of its model
    /// @param initial its first state
    /// @throws IllegalArgumentException if constants or states are not those of `Bounce.tla`
    public static Result follow(
            final JsonObject constants,
            final JsonObject initial,
            final List<Step> steps,
            final Stepper stepper) {
        return new ScenarioRun(
                        ModelSize.of(ScenarioState.constants(constants)),
                        new ScenarioState(initial),
                        steps,
                        stepper)
                .run();
    }

    private Result run() {
        int followed = 0;
        for (final Step step : steps) {
            final SpecState before = state;
            for (final Change change : step.changes()) {
                scenario.change(change.path(), change.from(), change.to());
            }
            state = scenario.now();
            final String refusal = take(step, before);
            if (!refusal.isEmpty()) {
                return new Result(
                        steps.size(),
                        followed,
                        "step %d, %s: %s".formatted(step.number(), step.action(), refusal));
            }
            followed++;
        }
        return new Result(steps.size(), followed, "");
    }

    private String take(final Step step, final SpecState before) {
        if (OF_THE_WORLD.contains(step.action())) {
            ofTheWorld(before);
            return "";
        }
        for (final Ahead done : ahead) {
            if (done.action().equals(step.action())) {
                ahead.remove(done);
                return compare(before);
            }
        }
        String why = "no engine takes this step";
        for (final Input input : Inputs.of(engines, before, pair, Set.of(step.action()))) {
            final Pair earlier = pair;
            final List<Ahead> earlierAhead = List.copyOf(ahead);
            try {
                if (drive(input, step.action())) {
                    final String difference = compare(before);
                    if (difference.isEmpty()) {
                        return "";
                    }
                    why = difference;
                }
            } catch (final InvariantViolation broken) {
                why = "the engine of " + input.agent() + " is broken: " + broken.getMessage();
            }
            pair = earlier;
            ahead.clear();
            ahead.addAll(earlierAhead);
        }
        return why;
    }

    /// @return whether the engine took the step
    private boolean drive(final Input input, final String action) {
        final PairDriver.Driven driven = driver.drive(pair, input);
        final List<String> actions = new ArrayList<>(driven.actions());
        final boolean isHinted =
                input.action().equals(action) && StepKinds.UNRECORDED.contains(action);
        if (!actions.remove(action) && !isHinted) {
            return false;
        }
        pair = driven.pair();
        actions.forEach(done -> ahead.add(new Ahead(input.agent(), done)));
        return true;
    }

    private void ofTheWorld(final SpecState before) {
        pair = pair.copy();
        for (final String agent : before.keys("up")) {
            final boolean isUp = state.truth("up", agent);
            if (before.truth("up", agent) && !isUp) {
                pair.halves.remove(agent);
                ahead.removeIf(done -> done.agent().equals(agent));
            } else if (!before.truth("up", agent) && isUp) {
                pair.begin(engines, agent, state.number("life", agent));
            }
        }
    }

    /// What the step changed and the engines show otherwise.
    private String compare(final SpecState before) {
        final SpecView was = new SpecView(before, engines.size());
        final SpecView is = new SpecView(state, engines.size());
        for (final String agent : pair.halves.keySet()) {
            final Set<Part> excused = new HashSet<>();
            ahead.stream()
                    .filter(done -> done.agent().equals(agent))
                    .forEach(done -> excused.addAll(TOUCHES.getOrDefault(done.action(), Set.of())));
            final Map<Part, TlaValue> old = parts(was.seen(agent));
            final Map<Part, TlaValue> wanted = parts(is.seen(agent));
            final Map<Part, TlaValue> seen = parts(pair.seen(agent));
            for (final Part part : Part.values()) {
                if (!excused.contains(part)
                        && !wanted.get(part).equals(old.get(part))
                        && !wanted.get(part).equals(seen.get(part))) {
                    return "the engine of %s shows %s, the scenario %s"
                            .formatted(agent, seen.get(part), wanted.get(part));
                }
            }
        }
        return unsent(before);
    }

    private String unsent(final SpecState before) {
        final Set<TlaValue> old = new HashSet<>(before.set("net"));
        for (final TlaValue message : state.set("net")) {
            if (!old.contains(message) && !pair.messages.containsKey(message.toString())) {
                return "no engine sends " + message;
            }
        }
        return "";
    }

    private static Map<Part, TlaValue> parts(final TlaValue view) {
        final TlaValue out = SpecState.in(view, "out");
        final TlaValue in = SpecState.in(view, "in");
        final Map<Part, TlaValue> parts = new TreeMap<>();
        final List<TlaValue> link = new ArrayList<>();
        for (final String name : List.of("k", "st", "opened")) {
            link.add(SpecState.in(out, name));
        }
        for (final String name : List.of("hi", "cur", "pend", "oldest")) {
            link.add(SpecState.in(in, name));
        }
        parts.put(Part.LINK, Tla.sequence(link));
        parts.put(Part.REQUESTS, SpecState.in(out, "requests"));
        parts.put(Part.FLOWS, SpecState.in(in, "flows"));
        parts.put(Part.ARENA, SpecState.in(view, "arena"));
        return parts;
    }
}
