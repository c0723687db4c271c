package dev.bounce.spec.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import dev.bounce.engine.RegionState;
import dev.bounce.engine.Snapshot;
import dev.bounce.spec.conform.ScenarioRun.Change;
import dev.bounce.spec.conform.ScenarioRun.Result;
import dev.bounce.spec.conform.ScenarioRun.Step;
import dev.bounce.spec.conform.Stepper.Stepped;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/// Counterexamples of planted bugs, driven through engines that have these bugs or not.
class ScenarioRunTest {
    private static final Path SCENARIOS = Path.of("src", "test", "resources", "scenarios");

    @Test
    void shouldRefuseAStepThatTheEngineDoesNotTake() throws IOException {
        final Result result = follow("cancelUnderWrite", Stepper.ENGINE);
        assertEquals(new Result(14, 12, "step 14, SendCancel: no engine takes this step"), result);
    }

    @Test
    void shouldRefuseAStepThatDoesSomethingElse() throws IOException {
        final Result ended = follow("freedAtEpochEnd", Stepper.ENGINE);
        assertEquals(11, ended.followed());
        assertTrue(ended.refused().startsWith("step 13, ReceiverEnds: the engine of b shows"));
        assertTrue(ended.refused().contains("QUARANTINED"), ended.refused());
        final Result reopened = follow("noTombstone", Stepper.ENGINE);
        assertTrue(reopened.refused().startsWith("step 10, RecvWant"), reopened.refused());
    }

    @Test
    void shouldFollowToTheEndWhenTheEngineHasTheBug() throws IOException {
        final Stepper freeing =
                (config, before, now, event) -> {
                    final Stepped stepped = Stepper.ENGINE.step(config, before, now, event);
                    return new Stepped(
                            withoutQuarantine(stepped.after()),
                            stepped.actions(),
                            stepped.effects());
                };
        final Result result = follow("freedAtEpochEnd", freeing);
        assertEquals(new Result(12, 12, ""), result);
        assertTrue(result.isFollowed());
    }

    @Test
    void shouldRefuseAStepThatWasTamperedWith() throws IOException {
        final List<Step> steps = new ArrayList<>(steps("freedAtEpochEnd"));
        final int grant = 8;
        assertEquals("Grant", steps.get(grant).action());
        steps.set(
                grant,
                new Step(
                        steps.get(grant).number(),
                        "Grant",
                        steps.get(grant).changes().stream()
                                .map(
                                        change ->
                                                change.path().endsWith(".g")
                                                        ? new Change(
                                                                change.path(),
                                                                change.from(),
                                                                new JsonPrimitive(7))
                                                        : change)
                                .toList()));
        final Result result = follow(head("freedAtEpochEnd"), steps, Stepper.ENGINE);
        assertTrue(result.refused().startsWith("step 10, Grant"), result.toString());
    }

    @Test
    void shouldRefuseAnotherSpecification() throws IOException {
        final JsonObject head = head("freedAtEpochEnd");
        head.getAsJsonObject("constants").remove("LinkOf");
        assertTrue(
                assertThrows(
                                IllegalArgumentException.class,
                                () -> follow(head, List.of(), Stepper.ENGINE))
                        .getMessage()
                        .contains("LinkOf"));
    }

    private static Snapshot withoutQuarantine(final Snapshot from) {
        return new Snapshot(
                from.agent(),
                from.memory(),
                from.leaving(),
                from.regions().stream()
                        .filter(region -> region.state() != RegionState.QUARANTINED)
                        .toList(),
                from.outgoing(),
                from.incoming(),
                from.unfenced(),
                from.copies(),
                from.queued(),
                from.writes(),
                from.dirty(),
                from.credited(),
                from.eager(),
                from.uncredited(),
                from.direct(),
                from.schedule());
    }

    private static Result follow(final String bug, final Stepper stepper) throws IOException {
        return follow(head(bug), steps(bug), stepper);
    }

    private static Result follow(
            final JsonObject head, final List<Step> steps, final Stepper stepper) {
        return ScenarioRun.follow(
                head.getAsJsonObject("constants"), head.getAsJsonObject("state"), steps, stepper);
    }

    private static List<String> lines(final String bug) throws IOException {
        return Files.readAllLines(SCENARIOS.resolve(bug + ".jsonl"));
    }

    private static JsonObject head(final String bug) throws IOException {
        return JsonParser.parseString(lines(bug).getFirst()).getAsJsonObject();
    }

    private static List<Step> steps(final String bug) throws IOException {
        final List<Step> steps = new ArrayList<>();
        for (final String line : lines(bug).subList(1, lines(bug).size())) {
            final JsonObject json = JsonParser.parseString(line).getAsJsonObject();
            final List<Change> changes = new ArrayList<>();
            json.getAsJsonArray("d")
                    .forEach(
                            one -> {
                                final JsonObject change = one.getAsJsonObject();
                                changes.add(
                                        new Change(
                                                change.get("path").getAsString(),
                                                change.get("from"),
                                                change.get("to")));
                            });
            steps.add(new Step(json.get("n").getAsInt(), json.get("act").getAsString(), changes));
        }
        return steps;
    }
}
