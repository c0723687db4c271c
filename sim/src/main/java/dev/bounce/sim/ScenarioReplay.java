package dev.bounce.sim;

import com.google.gson.JsonObject;
import dev.bounce.sim.replay.ScenarioFile;
import dev.bounce.sim.replay.ScenarioTable;
import dev.bounce.spec.conform.ScenarioRun;
import dev.bounce.spec.conform.Stepper;
import java.io.PrintWriter;
import java.util.List;

/// Shows a counterexample of the specification and drives it through the engine, which must refuse
/// a step of it: a bug that is planted in the specification only is not in the engine.
final class ScenarioReplay {
    private static final String SCHEMA = "bounce.replay/1";

    private final ScenarioFile scenario;
    private final long until;
    private final ScenarioRun.Result result;
    private final String reason;

    /// Drives the steps up to one.
    ///
    /// @param until number of the last step, from 1
    /// @param stepper the engine
    ScenarioReplay(final ScenarioFile scenario, final long until, final Stepper stepper) {
        this.scenario = scenario;
        this.until = until;
        ScenarioRun.Result driven = null;
        String why = "";
        try {
            driven = drive(stepper);
        } catch (final IllegalArgumentException otherSpecification) {
            why = otherSpecification.getMessage();
        }
        result = driven;
        reason = why;
    }

    private ScenarioRun.Result drive(final Stepper stepper) {
        final List<ScenarioRun.Step> steps =
                scenario.steps().stream()
                        .filter(step -> step.number() <= until)
                        .map(ScenarioReplay::step)
                        .toList();
        return ScenarioRun.follow(scenario.constants(), scenario.initial(), steps, stepper);
    }

    private static ScenarioRun.Step step(final ScenarioFile.Step step) {
        return new ScenarioRun.Step(
                step.number(),
                step.action(),
                step.changes().stream()
                        .map(
                                change ->
                                        new ScenarioRun.Change(
                                                change.path(), change.from(), change.to()))
                        .toList());
    }

    /// Whether the engine does all that the scenario says, and so what the scenario violates.
    boolean isViolated() {
        return result != null && result.isFollowed() && result.steps() == scenario.steps().size();
    }

    /// The table, then one line about the engine.
    void print(final PrintWriter out) {
        ScenarioTable.print(scenario, until, out);
        if (result == null) {
            out.println("engine: not driven, the scenario is none of Bounce.tla: " + reason);
        } else if (!result.isFollowed()) {
            out.println("engine: refuses " + result.refused());
        } else if (isViolated()) {
            out.println(
                    "engine: takes all %d steps, and so violates %s"
                            .formatted(result.steps(), scenario.property()));
        } else {
            out.println("engine: takes all %d steps".formatted(result.steps()));
        }
    }

    /// One object.
    JsonObject json() {
        final JsonObject json = new JsonObject();
        json.addProperty("schema", SCHEMA);
        json.addProperty("kind", "scenario");
        json.addProperty("steps", scenario.steps().size());
        json.addProperty("property", scenario.property());
        if (result != null) {
            json.addProperty("engineSteps", result.followed());
            json.addProperty("engineRefuses", !result.isFollowed());
            if (!result.isFollowed()) {
                json.addProperty("refused", result.refused());
            }
        }
        return json;
    }
}
