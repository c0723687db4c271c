package dev.bounce.spec.conform;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.Event;
import dev.bounce.engine.Snapshot;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Paths through the graphs of models, driven through engines that are only stepped.
class EdgeCoverTest {
    private static final Path SPEC = Path.of("");
    private static final int MOST = 10;

    /// Small, for engines that were tampered with.
    private static LockStep cancel;

    @Test
    void shouldGoAlongEverythingWhenRequestsAreCancelled() throws Exception {
        requireCovered(new EdgeCover(cancel()).run(MOST));
    }

    @Test
    @Tag("full")
    void shouldGoAlongEverythingWhenMemoryIsGivenBack() throws Exception {
        requireCovered(new EdgeCover(run("deregister")).run(MOST));
    }

    @Test
    @Tag("full")
    void shouldGoAlongEverythingWhenAnOpenIsRefused() throws Exception {
        requireCovered(new EdgeCover(run("refuse")).run(MOST));
    }

    @Test
    @Tag("full")
    void shouldGoAlongEverythingWhenTheReceiverRestarts() throws Exception {
        requireCovered(new EdgeCover(run("restart-one")).run(MOST));
    }

    @Test
    @Tag("full")
    void shouldGoAlongEverythingWhenAWriteFailsUnderACancelledRequest() throws Exception {
        requireCovered(new EdgeCover(run("cancel-dirty")).run(MOST));
    }

    @Test
    @Tag("full")
    void shouldGoAlongEverythingOfTheModelOfEveryBuild() throws Exception {
        requireCovered(new EdgeCover(run("small")).run(MOST));
    }

    /// What engines that are restored before every step never show: it comes with age.
    @Test
    void shouldNoticeAnEngineThatErrsWhenItIsOld() throws Exception {
        final EdgeCover.Report report = cover(AgingStepper::new);
        assertFalse(report.differences().isEmpty());
    }

    @Test
    void shouldNoticeWhatEnginesDoNotReach() throws Exception {
        final Supplier<Stepper> deaf =
                () -> {
                    final Stepper live = new LiveStepper();
                    return (config, before, now, event) ->
                            event instanceof Event.Cancel
                                    ? new Stepper.Stepped(before, List.of(), List.of())
                                    : live.step(config, before, now, event);
                };
        final EdgeCover.Report report = cover(deaf);
        assertEquals(List.of(), report.differences());
        assertTrue(report.uncovered().stream().anyMatch(arc -> arc.contains("StartClosing")));
    }

    @Test
    void shouldNotStepAnEngineFromAnotherState() throws Exception {
        final EngineCast engines = new EngineCast(LockStepTest.cancel().size(), false);
        final var config = engines.config("a", 1);
        final Snapshot born = engines.born(config);
        final Stepper live = new LiveStepper();
        live.step(config, born, born.agent().nowNanos(), new Event.Tick());
        assertThrows(
                IllegalStateException.class,
                () -> live.step(config, born, born.agent().nowNanos(), new Event.Tick()));
    }

    /// From its fourth step on its gathers fail.
    private static final class AgingStepper implements Stepper {
        private final Stepper live = new LiveStepper();
        private int steps;

        @Override
        public Stepped step(
                final EngineConfig config,
                final Snapshot before,
                final long nowNanos,
                final Event event) {
            final boolean fails = ++steps > 4 && event instanceof Event.GatherEnded;
            return live.step(
                    config,
                    before,
                    nowNanos,
                    fails
                            ? new Event.GatherEnded(
                                    ((Event.GatherEnded) event).copyId(), CopyOutcome.FAILED)
                            : event);
        }
    }

    private static LockStep cancel() throws InterruptedException {
        if (cancel == null) {
            cancel = run(LockStepTest.cancel());
        }
        return cancel;
    }

    private static EdgeCover.Report cover(final Supplier<Stepper> lives)
            throws InterruptedException {
        return new EdgeCover(cancel(), lives).run(MOST);
    }

    private static LockStep run(final String model) throws InterruptedException {
        return run(ModelGraph.draw(SPEC, model));
    }

    private static LockStep run(final ModelGraph graph) {
        final LockStep steps = new LockStep(SPEC, graph, Stepper.ENGINE);
        assertEquals(List.of(), steps.run(MOST).differences());
        return steps;
    }

    private static void requireCovered(final EdgeCover.Report report) {
        assertEquals(List.of(), report.differences());
        assertEquals(List.of(), report.uncovered());
        assertTrue(report.paths() > 1, report.toString());
        assertTrue(report.inputs() + report.idle() >= report.arcs(), report.toString());
        assertTrue(report.idle() * 20 < report.arcs(), report.toString());
    }
}
