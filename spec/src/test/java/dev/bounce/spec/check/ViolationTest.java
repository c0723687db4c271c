package dev.bounce.spec.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tlc.Stats;
import dev.bounce.spec.tlc.Step;
import dev.bounce.spec.tlc.Trace;
import dev.bounce.spec.tlc.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ViolationTest {
    private static final Stats STATS = new Stats(5, 9, 0, 3, 1.0);
    private static final Config MODEL =
            Config.parse(
                    "CONSTANTS Bug = \"none\" SPECIFICATION Fair CHECK_DEADLOCK FALSE"
                            + " INVARIANTS TypeOK Fresh PROPERTIES Ends Leaks");

    @Test
    void shouldAcceptTheListedProperty() {
        assertEquals("", planted("Fresh", 3).complaint(violated("Fresh", 3)));
        assertEquals(
                "",
                planted("Ends", 4)
                        .complaint(
                                new Verdict.Violated("", Verdict.Kind.TEMPORAL, trace(4), STATS)));
        assertEquals("", planted("deadlock", 2).complaint(new Verdict.Deadlock(trace(2), STATS)));
    }

    @Test
    void shouldNoticeASurvivor() {
        assertEquals(
                "SURVIVED", planted("Fresh", 3).complaint(new Verdict.Ok(STATS, new TreeMap<>())));
    }

    @Test
    void shouldNoticeThatAnotherPropertyFails() {
        assertEquals(
                "violates TypeOK instead, in 3 steps",
                planted("Fresh", 3).complaint(violated("TypeOK", 3)));
    }

    @Test
    void shouldNoticeAnotherDepth() {
        assertEquals(
                "in 5 steps, committed are 3", planted("Fresh", 3).complaint(violated("Fresh", 5)));
    }

    @Test
    void shouldNotCompareTheDepthOfALivenessViolation() {
        assertEquals(
                "",
                planted("Ends", 3)
                        .complaint(
                                new Verdict.Violated("", Verdict.Kind.TEMPORAL, trace(9), STATS)));
    }

    @Test
    void shouldTakeNoFailureForADeath() {
        assertTrue(
                planted("Fresh", 3)
                        .complaint(new Verdict.Failed("no such module", STATS))
                        .startsWith("failed"));
    }

    @Test
    void shouldSayThatASituationIsNotReached() {
        assertEquals("not reached", situation().complaint(new Verdict.Ok(STATS, new TreeMap<>())));
    }

    @Test
    void shouldTestTheListedInvariantFirst() {
        final Config config = planted("Fresh", 3).config(MODEL);
        assertEquals(List.of("Fresh", "TypeOK"), config.invariants());
        assertEquals(List.of(), config.properties());
        assertTrue(config.text().contains("Bug = \"planted\""));
    }

    @Test
    void shouldCheckTheListedInvariantAloneWhenToldSo() {
        final Violation alone =
                new Violation("planted", "planted", "small", "Fresh", true, OptionalInt.empty());
        assertEquals(List.of("Fresh"), alone.config(MODEL).invariants());
    }

    @Test
    void shouldCheckOneTemporalPropertyOnly() {
        assertEquals(List.of("Ends"), planted("Ends", 3).config(MODEL).properties());
    }

    @Test
    void shouldCheckASituationAloneAndWithoutABug() {
        final Config config = situation().config(MODEL);
        assertEquals(List.of("NeverBoth"), config.invariants());
        assertTrue(config.text().contains("Bug = \"none\""));
    }

    @Test
    void shouldRefuseWhatTheModelDoesNotCheck() {
        assertThrows(IllegalArgumentException.class, () -> planted("Absent", 1).config(MODEL));
        assertThrows(IllegalArgumentException.class, () -> planted("deadlock", 1).config(MODEL));
    }

    private static Violation planted(final String property, final int depth) {
        return new Violation("planted", "planted", "small", property, false, OptionalInt.of(depth));
    }

    private static Violation situation() {
        return new Violation(
                "both at once", Violation.NO_BUG, "small", "NeverBoth", true, OptionalInt.empty());
    }

    private static Verdict violated(final String property, final int depth) {
        return new Verdict.Violated(property, Verdict.Kind.INVARIANT, trace(depth), STATS);
    }

    private static Trace trace(final int depth) {
        final List<Step> steps = new ArrayList<>();
        for (int number = 1; number <= depth + 1; number++) {
            steps.add(new Step(number, number == 1 ? "" : "Grant", Map.of("x", "1")));
        }
        return new Trace(steps, 0);
    }
}
