package dev.bounce.spec.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.spec.check.Model.Tier;
import dev.bounce.spec.tlc.ActionCount;
import dev.bounce.spec.tlc.Stats;
import dev.bounce.spec.tlc.Verdict;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/// A green run that says less than it used to.
class ModelTest {

    @Test
    void shouldAcceptWhatIsCommitted() {
        assertEquals(List.of(), complaints(100, 7, "Vanish"));
    }

    @Test
    void shouldNoticeAnotherStateCount() {
        assertEquals(
                List.of("100 distinct states, committed are 101"), complaints(101, 7, "Vanish"));
    }

    @Test
    void shouldNoticeAnotherDepth() {
        assertEquals(List.of("depth 7, committed is 8"), complaints(100, 8, "Vanish"));
    }

    @Test
    void shouldNotCompareADepthThatSeveralWorkersMadeUp() {
        assertEquals(List.of(), model(100, 8, "Vanish").complaints(found(), false));
    }

    @Test
    void shouldNoticeAnActionThatIsNeverTaken() {
        assertEquals(List.of("never takes Vanish"), complaints(100, 7));
    }

    @Test
    void shouldNoticeAnActionThatIsTakenAfterAll() {
        assertEquals(
                List.of("Grant is listed as idle, but is not"),
                complaints(100, 7, "Grant", "Vanish"));
    }

    @Test
    void shouldAskForACommittedCount() {
        final Model unknown =
                new Model(
                        "ok",
                        "Credit",
                        Tier.BUILD,
                        OptionalLong.empty(),
                        OptionalInt.empty(),
                        new TreeSet<>(List.of("Vanish")));
        assertEquals(
                List.of("no state count is committed, run check --record"),
                unknown.complaints(found(), true));
    }

    private static List<String> complaints(
            final long distinct, final int depth, final String... idle) {
        return model(distinct, depth, idle).complaints(found(), true);
    }

    private static Model model(final long distinct, final int depth, final String... idle) {
        return new Model(
                "ok",
                "Credit",
                Tier.BUILD,
                OptionalLong.of(distinct),
                OptionalInt.of(depth),
                new TreeSet<>(List.of(idle)));
    }

    private static Verdict.Ok found() {
        final TreeMap<String, ActionCount> coverage = new TreeMap<>();
        // That an action leads to no new state is normal; that it is never possible is not.
        coverage.put("Grant", new ActionCount(0, 12));
        coverage.put("Vanish", new ActionCount(0, 0));
        return new Verdict.Ok(new Stats(100, 300, 0, 7, 1.5), coverage);
    }
}
