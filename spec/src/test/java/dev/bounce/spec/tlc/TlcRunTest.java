package dev.bounce.spec.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tla.TlaValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each verdict, by the real TLC.
class TlcRunTest {
    private static final String COUNTS_FOR_EVER =
            "Init == x = 0\n"
                    + "Up == x' = x + 1\n"
                    + "Next == Up\n"
                    + "Spec == Init /\\ [][Next]_x /\\ WF_x(Next)";

    @Test
    void shouldCountStatesAndActionsWhenAllHolds() throws InterruptedException {
        final Verdict.Ok ok = assertInstanceOf(Verdict.Ok.class, Toy.run(Toy.config("ok")));
        assertEquals(8, ok.stats().distinct());
        assertEquals(5, ok.stats().depth());
        assertEquals(
                List.of("Done", "Grant", "Spend", "Vanish"), List.copyOf(ok.coverage().keySet()));
        assertEquals(new ActionCount(0, 0), ok.coverage().get("Vanish"));
        assertEquals(4, ok.coverage().get("Grant").generated());
    }

    @Test
    void shouldShowTheWayToAViolatedInvariant() throws InterruptedException {
        final Verdict.Violated found =
                assertInstanceOf(Verdict.Violated.class, Toy.run(Toy.config("ok", "keepsCredit")));
        assertEquals("Conservation", found.property());
        assertEquals(Verdict.Kind.INVARIANT, found.kind());
        assertEquals(List.of("", "Grant", "Spend"), Toy.actions(found.trace()));
        assertEquals(new TlaValue.Number(0), found.trace().steps().getLast().state().get("free"));
        assertEquals(0, found.trace().backTo());
    }

    @Test
    void shouldShowTheStateWhereNothingIsLeftToDo() throws InterruptedException {
        final Verdict.Deadlock found =
                assertInstanceOf(Verdict.Deadlock.class, Toy.run(Toy.config("ok", "noEnd")));
        assertEquals(4, found.trace().length());
    }

    @Test
    void shouldSayThatNothingHappensAnyMoreWhenAPropertyIsNotReached() throws InterruptedException {
        final Verdict.Violated found =
                assertInstanceOf(Verdict.Violated.class, Toy.run(Toy.config("live", "unfair")));
        assertEquals(Verdict.Kind.TEMPORAL, found.kind());
        assertEquals(found.trace().steps().size(), found.trace().backTo());
    }

    @Test
    void shouldSayWhereAnEndlessBehaviourBegins() throws InterruptedException {
        final Verdict verdict =
                Toy.run(
                        Toy.ofModule(
                                "Init == x = 0\n"
                                        + "Flip == x' = IF x = 2 THEN 1 ELSE x + 1\n"
                                        + "Next == Flip\n"
                                        + "Spec == Init /\\ [][Next]_x /\\ WF_x(Next)\n"
                                        + "Rests == <>[](x = 2)",
                                "SPECIFICATION Spec PROPERTY Rests"));
        final Verdict.Violated found = assertInstanceOf(Verdict.Violated.class, verdict);
        assertEquals(2, found.trace().length());
        assertEquals(2, found.trace().backTo());
    }

    @Test
    void shouldNameAViolatedPropertyOfSteps() throws InterruptedException {
        final Config config = Toy.config("ok").checkingOnly(List.of(), List.of("NothingSent"));
        final Verdict.Violated found = assertInstanceOf(Verdict.Violated.class, Toy.run(config));
        assertEquals("NothingSent", found.property());
        assertEquals(Verdict.Kind.STEP, found.kind());
        assertEquals(2, found.trace().length());
    }

    @Test
    void shouldShowAnInitialStateThatViolates() throws InterruptedException {
        final Config config = Toy.config("ok").checkingOnly(List.of("NeverAllFree"), List.of());
        final Verdict.Violated found = assertInstanceOf(Verdict.Violated.class, Toy.run(config));
        assertEquals("NeverAllFree", found.property());
        assertEquals(new TlaValue.Number(1), found.trace().steps().getFirst().state().get("free"));
    }

    @Test
    void shouldFailWhenTheModuleDoesNotParse() throws InterruptedException {
        final Verdict.Failed failed =
                assertInstanceOf(
                        Verdict.Failed.class,
                        Toy.run(
                                Toy.ofModule(
                                        "Init == x = \nNext == x' = y", "INIT Init NEXT Next")));
        assertTrue(failed.message().contains("pars"), failed.message());
    }

    @Test
    void shouldFailWhenAStateCannotBeComputed() throws InterruptedException {
        final Verdict.Failed failed =
                assertInstanceOf(
                        Verdict.Failed.class,
                        Toy.run(
                                Toy.ofModule(
                                        "Init == x = 0\nNext == x' = x[1]",
                                        "INIT Init NEXT Next")));
        assertTrue(failed.message().contains("x"), failed.message());
    }

    /// A property that is false is "proved" under this constraint; TLC warns, and that must count.
    @Test
    void shouldFailWhenTlcWarns() throws InterruptedException {
        final TlcJob vacuous =
                Toy.ofModule(
                        COUNTS_FOR_EVER + "\nSmall == x < 3\nNever == <>(x = 100)",
                        "SPECIFICATION Spec CONSTRAINT Small PROPERTY Never");
        final Verdict.Failed failed = assertInstanceOf(Verdict.Failed.class, Toy.run(vacuous));
        assertTrue(failed.message().contains("TLC warns"), failed.message());
        assertInstanceOf(
                Verdict.Ok.class,
                new TlcRun(vacuous, text -> text.contains("onstraint")).run(_ -> {}));
    }

    @Test
    void shouldRefuseLivenessWithSeveralWorkers() {
        final TlcJob job = Toy.job(Toy.config("live")).withMachine(2, 10);
        assertThrows(IllegalArgumentException.class, () -> Toy.run(job));
    }

    @Test
    void shouldTellProgressAndLeaveNothingBehindWhenItIsStopped(@TempDir final Path parent)
            throws InterruptedException, IOException {
        final Thread caller = Thread.currentThread();
        final AtomicBoolean hadFolder = new AtomicBoolean();
        final TlcRun endless =
                new TlcRun(
                        Toy.ofModule(COUNTS_FOR_EVER, "INIT Init NEXT Next"), _ -> false, parent);
        assertThrows(
                InterruptedException.class,
                () ->
                        endless.run(
                                progress -> {
                                    if (progress.distinct() > 0) {
                                        hadFolder.set(parent.toFile().list().length > 0);
                                        caller.interrupt();
                                    }
                                }));
        assertTrue(hadFolder.get());
        try (Stream<Path> files = Files.list(parent)) {
            assertEquals(List.of(), files.toList());
        }
    }

    @Test
    void shouldFailWhenItTakesTooLong() throws InterruptedException {
        final Verdict verdict =
                Toy.run(Toy.ofModule(COUNTS_FOR_EVER, "INIT Init NEXT Next").brief(1));
        final Verdict.Failed failed = assertInstanceOf(Verdict.Failed.class, verdict);
        assertEquals("no verdict within 1 s", failed.message());
    }
}
