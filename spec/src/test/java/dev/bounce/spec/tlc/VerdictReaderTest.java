package dev.bounce.spec.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// What must never be taken for a success.
class VerdictReaderTest {
    private static final Message SUCCESS = new Message(2193, 0, "Model checking completed.");
    private static final Message STATS =
            new Message(
                    2199,
                    0,
                    "1,234 states generated, 56 distinct states found, 0 states left on queue.");

    @Test
    void shouldBelieveASuccessWithCountsAndAnEmptyQueue() {
        final Verdict.Ok ok = assertInstanceOf(Verdict.Ok.class, verdict(0, SUCCESS, STATS));
        assertEquals(56, ok.stats().distinct());
        assertEquals(1_234, ok.stats().generated());
    }

    @Test
    void shouldNotBelieveASuccessWithAnotherExitCode() {
        assertInstanceOf(Verdict.Failed.class, verdict(1, SUCCESS, STATS));
    }

    @Test
    void shouldNotBelieveASuccessWithoutStates() {
        assertInstanceOf(Verdict.Failed.class, verdict(0, SUCCESS));
    }

    @Test
    void shouldNotBelieveASuccessThatLeavesStatesUnvisited() {
        final Message unfinished =
                new Message(
                        2199,
                        0,
                        "9 states generated, 5 distinct states found, 1 states left on queue.");
        assertInstanceOf(Verdict.Failed.class, verdict(0, SUCCESS, unfinished));
    }

    @Test
    void shouldFailWhenThereIsNoVerdict() {
        assertInstanceOf(Verdict.Failed.class, verdict(0, STATS));
    }

    @Test
    void shouldFailOnErrorsBugsAndWarningsItDoesNotKnow() {
        for (final int severity : List.of(1, 2, 3)) {
            final Verdict.Failed failed =
                    assertInstanceOf(
                            Verdict.Failed.class,
                            verdict(0, SUCCESS, STATS, new Message(9999, severity, "odd")));
            assertTrue(failed.message().contains("odd"));
        }
    }

    @Test
    void shouldFailOnWarningsOfTheParser() {
        final VerdictReader reader = reader(SUCCESS, STATS);
        assertInstanceOf(
                Verdict.Failed.class,
                reader.finish(0, 1, List.of("*** Warnings: 1", "line 3: odd")));
    }

    @Test
    void shouldLetListedWarningsPass() {
        final VerdictReader reader = new VerdictReader(text -> text.contains("harmless"));
        List.of(SUCCESS, STATS, new Message(9999, 3, "quite harmless")).forEach(reader::accept);
        assertInstanceOf(Verdict.Ok.class, reader.finish(0, 1, List.of()));
    }

    @Test
    void shouldFailOnCoverageItCannotRead() {
        assertInstanceOf(
                Verdict.Failed.class, verdict(0, SUCCESS, STATS, new Message(2772, 0, "<Grant>")));
    }

    @Test
    void shouldAddUpAnActionThatIsListedTwice() {
        final Message once =
                new Message(
                        2772,
                        0,
                        "<Grant line 8, col 1 to line 8, col 9 of module Own (9 1 9 5)>: 2:3");
        final Verdict.Ok ok =
                assertInstanceOf(Verdict.Ok.class, verdict(0, SUCCESS, STATS, once, once));
        assertEquals(new ActionCount(4, 6), ok.coverage().get("Grant"));
    }

    @Test
    void shouldReadTheCountsOfAProgressReport() {
        final String report =
                "Progress(22) at 2026-11-29 20:23:40: 4,600 states generated (1,242 s/min),"
                        + " 280 distinct states found (1,147 ds/min), 12 states left on queue.";
        assertEquals(Optional.of(new Progress(4_600, 280, 12)), VerdictReader.progress(report));
    }

    private static Verdict verdict(final int exitCode, final Message... messages) {
        return reader(messages).finish(exitCode, 1, List.of());
    }

    private static VerdictReader reader(final Message... messages) {
        final VerdictReader reader = new VerdictReader(_ -> false);
        List.of(messages).forEach(reader::accept);
        return reader;
    }
}
