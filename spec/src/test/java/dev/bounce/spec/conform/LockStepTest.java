package dev.bounce.spec.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.model.wire.Body;
import dev.bounce.spec.conform.LockStepReport.Kind;
import dev.bounce.spec.conform.Stepper.Stepped;
import dev.bounce.spec.tlc.StateGraph.Edge;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Steps of the specification, driven through engines. What became of them is committed in
/// `lockstep.csv`: one line per model and action. After a change that is meant to change it, run
/// with `-Dlockstep.rewrite=true`, read the difference, and say why a step is refused.
class LockStepTest {
    private static final Path SPEC = Path.of("");
    private static final Path COMMITTED = SPEC.resolve("lockstep.csv");
    private static final int MOST = 10;
    private static final int REFUSED = 6;

    /// Small, for engines and graphs that were tampered with.
    private static ModelGraph cancel;

    @Test
    void shouldTakeEveryStepWhenRequestsAreCancelled() throws Exception {
        requireCommitted("cancel", cancel());
    }

    @Test
    @Tag("full")
    void shouldTakeEveryStepWhenCopiesFailAndRunsAreRejected() throws Exception {
        requireCommitted("copies");
    }

    @Test
    @Tag("full")
    void shouldTakeEveryStepWhenMemoryIsGivenBackAndRegisteredAgain() throws Exception {
        requireCommitted("deregister");
    }

    @Test
    @Tag("full")
    void shouldTakeEveryStepWhenAnOpenIsRefused() throws Exception {
        requireCommitted("refuse");
    }

    @Test
    @Tag("full")
    void shouldTakeEveryStepWhenTheReceiverRestarts() throws Exception {
        requireCommitted("restart-one");
    }

    @Test
    void shouldTakeEveryStepWhenAWriteFailsUnderACancelledRequest() throws Exception {
        requireCommitted("cancel-dirty");
    }

    @Test
    @Tag("full")
    void shouldTakeEveryStepOfTheModelOfEveryBuild() throws Exception {
        requireCommitted("small");
    }

    @Test
    @Tag("full")
    void shouldTakeEveryStepWhenBothEndsLoseTheEpoch() throws Exception {
        requireCommitted("lost-both");
    }

    @Test
    void shouldNoticeAnEngineThatDoesOtherwise() throws Exception {
        final Stepper failing =
                (config, before, now, event) ->
                        Stepper.ENGINE.step(
                                config,
                                before,
                                now,
                                event instanceof Event.GatherEnded(final long copyId, var _)
                                        ? new Event.GatherEnded(copyId, CopyOutcome.FAILED)
                                        : event);
        assertFalse(run(cancel(), failing).differences().isEmpty());
    }

    @Test
    void shouldNoticeAnEngineThatSaysNothing() throws Exception {
        final Stepper silent =
                (config, before, now, event) -> {
                    final Stepped stepped = Stepper.ENGINE.step(config, before, now, event);
                    final List<Effect> effects =
                            stepped.effects().stream().filter(effect -> !isAck(effect)).toList();
                    return new Stepped(stepped.after(), stepped.actions(), effects);
                };
        assertTrue(run(cancel(), silent).differences().getFirst().contains("the network lacks"));
    }

    @Test
    void shouldNoticeAnEngineThatDoesNotListen() throws Exception {
        final Stepper deaf =
                (config, before, now, event) ->
                        isCancel(event)
                                ? new Stepped(before, List.of(), List.of())
                                : Stepper.ENGINE.step(config, before, now, event);
        final LockStepReport report = run(cancel(), deaf);
        assertEquals(List.of(), report.differences());
        assertTrue(report.count(Kind.REFUSED) > 1, report.refused().toString());
        assertTrue(
                report.refused().keySet().stream()
                        .anyMatch(edge -> edge.action().equals("RecvCancel")));
    }

    @Test
    void shouldNoticeAStepThatLeadsElsewhere() throws Exception {
        final Edge post = first(edge -> edge.action().equals("PostWrite"));
        final Edge other = first(edge -> edge.action().equals("StartClosing"));
        final List<Edge> edges = new ArrayList<>(cancel().graph().edges());
        edges.remove(post);
        edges.add(new Edge(post.from(), post.action(), other.to()));
        assertFalse(run(with(edges), Stepper.ENGINE).differences().isEmpty());
    }

    @Test
    void shouldNoticeAStepThatIsMissing() throws Exception {
        final List<Edge> edges = new ArrayList<>(cancel().graph().edges());
        edges.remove(first(edge -> edge.action().equals("PostWrite")));
        assertTrue(run(with(edges), Stepper.ENGINE).differences().getFirst().contains("PostWrite"));
    }

    @Test
    void shouldNoticeAStepThatEnginesDoNotKnow() throws Exception {
        final Edge post = first(edge -> edge.action().equals("WriteLanded"));
        final List<Edge> edges = new ArrayList<>(cancel().graph().edges());
        final Edge never = new Edge(post.from(), "WriteNever", post.from());
        edges.add(never);
        assertTrue(run(with(edges), Stepper.ENGINE).refused().containsKey(never));
    }

    static ModelGraph cancel() throws InterruptedException {
        if (cancel == null) {
            cancel = ModelGraph.draw(SPEC, "cancel");
        }
        return cancel;
    }

    private static ModelGraph with(final List<Edge> edges) throws InterruptedException {
        return new ModelGraph(cancel().size(), cancel().graph().with(edges));
    }

    private static Edge first(final Predicate<Edge> wanted) throws InterruptedException {
        return cancel().graph().edges().stream().filter(wanted).findFirst().orElseThrow();
    }

    private static boolean isAck(final Effect effect) {
        return effect instanceof Effect.Send send
                && send.frame().messages().getFirst().body() instanceof Body.ChunkAcks;
    }

    private static boolean isCancel(final Event event) {
        return event instanceof Event.Received received
                && received.frame().messages().getFirst().body() instanceof Body.Cancel;
    }

    private static LockStepReport run(final ModelGraph graph, final Stepper stepper) {
        return new LockStep(SPEC, graph, stepper).run(MOST);
    }

    private static void requireCommitted(final String model) throws Exception {
        requireCommitted(model, ModelGraph.draw(SPEC, model));
    }

    private static void requireCommitted(final String model, final ModelGraph graph)
            throws IOException {
        final LockStepReport report = run(graph, Stepper.ENGINE);
        assertEquals(List.of(), report.differences());
        final List<String> found =
                report.lines().stream().map(line -> model + "," + line + ",").toList();
        final Predicate<String> isOfModel = line -> line.startsWith(model + ",");
        final List<String> committed = Files.readAllLines(COMMITTED);
        if (Boolean.getBoolean("lockstep.rewrite")) {
            final List<String> lines = new ArrayList<>(committed);
            lines.removeIf(isOfModel);
            found.forEach(
                    line ->
                            lines.add(
                                    committed.stream()
                                            .filter(old -> old.startsWith(line))
                                            .findFirst()
                                            .orElse(line)));
            Files.write(COMMITTED, lines);
        }
        final List<String> known =
                Files.readAllLines(COMMITTED).stream().filter(isOfModel).toList();
        assertEquals(
                String.join("\n", known.stream().map(LockStepTest::withoutReason).toList()),
                String.join("\n", found));
        known.forEach(LockStepTest::requireReason);
    }

    private static String withoutReason(final String line) {
        return line.substring(0, line.lastIndexOf(',') + 1);
    }

    private static void requireReason(final String line) {
        final String[] cells = line.split(",", -1);
        assertEquals(
                cells[REFUSED].equals("0"),
                cells[REFUSED + 1].isEmpty(),
                "why is it refused: " + line);
    }
}
