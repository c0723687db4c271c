package dev.bounce.sim.minimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Decision;
import dev.bounce.sim.world.Dice;
import dev.bounce.sim.world.FaultPlan;
import dev.bounce.sim.world.Marks;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/// Runs that are made up, so that what they need is known.
class MinimizerTest {
    private static final List<Decision> DRAWN =
            List.of(
                    new Decision("submit/0>1/0", 900),
                    new Decision("submit/1>0/0", 500),
                    new Decision("crash/1/0", 70),
                    new Decision("loss/0>1/4", 1),
                    new Decision("delay/0>1/9", 100),
                    new Decision("cancel/0>1/16", 40));
    private static final Map<String, Long> KNOBS =
            Map.of(
                    "agents",
                    4L,
                    "arenasDiffer",
                    1L,
                    "arena3.chunks",
                    8L,
                    "tickNanos",
                    1_000L,
                    "flows",
                    4L);

    @Test
    void shouldLeaveOutWeakenAndShrink() {
        final Minimized small =
                minimize(
                        script ->
                                value(script, "submit/0>1/0") >= 1
                                                && value(script, "delay/0>1/9") >= 30
                                                && script.knobs().get("agents") >= 2
                                        ? "Safety"
                                        : null);
        assertEquals(
                List.of(new Decision("submit/0>1/0", 1), new Decision("delay/0>1/9", 50)),
                small.script().decisions());
        assertEquals(
                new TreeMap<>(
                        Map.of("agents", 2L, "arenasDiffer", 0L, "tickNanos", 1_000L, "flows", 0L)),
                small.script().knobs());
        assertEquals("Safety", small.after().violation().property());
        assertEquals(6, small.before().decisions().size());
    }

    @Test
    void shouldNotTakeAnotherPropertyForTheSame() {
        final Minimized small =
                minimize(
                        script ->
                                value(script, "crash/1/0") == 0
                                        ? "EveryRequestResolves"
                                        : "NoForeignWrite");
        assertEquals(List.of(new Decision("crash/1/0", 1)), small.script().decisions());
        assertEquals("NoForeignWrite", small.after().violation().property());
    }

    @Test
    void shouldNotRunWhatIsNoWorld() {
        final Minimized small =
                minimize(
                        script -> {
                            if (script.knobs().get("flows") < 2) {
                                throw new IllegalArgumentException("knob 'flows' is below 2");
                            }
                            return "Safety";
                        });
        assertEquals(2, small.script().knobs().get("flows"));
        assertEquals(List.of(), small.script().decisions());
    }

    @Test
    void shouldTryWhatEndsInterestingRunsFirst() {
        final Minimized small =
                minimize(
                        script ->
                                value(script, "crash/1/0") > 0 || value(script, "submit/1>0/0") > 0
                                        ? "Safety"
                                        : null);
        assertEquals(List.of(new Decision("submit/1>0/0", 1)), small.script().decisions());
    }

    @Test
    void shouldDelayWhatNeedNotBeLost() {
        final Minimized small =
                minimize(
                        script ->
                                value(script, "loss/0>1/4") > 0
                                                || value(script, "delay/0>1/4") >= 1_000
                                        ? "Safety"
                                        : null);
        assertEquals(1, small.script().decisions().size());
        final Decision left = small.script().decisions().getFirst();
        assertEquals("delay/0>1/4", left.key());
        assertTrue(left.value() >= 1_000 && left.value() < 2_000, left.toString());
    }

    @Test
    void shouldSayThatNothingIsViolated() {
        final Exception refused =
                assertThrows(IllegalArgumentException.class, () -> minimize(_ -> null));
        assertTrue(refused.getMessage().contains("seed 5 violates nothing"));
    }

    @Test
    void shouldNotTrustRunsThatAreNotRepeated() {
        final long[] runs = {0};
        final Exception refused =
                assertThrows(
                        IllegalStateException.class,
                        () -> minimize(_ -> runs[0]++ == 0 ? "Safety" : null));
        assertTrue(refused.getMessage().contains("seed 5"), refused.getMessage());
    }

    @Test
    void shouldNotTrustHashesThatDiffer() {
        final long[] hash = {0};
        final WorldRunner runner = (script, _) -> result(script, "Safety", hash[0]++);
        final Exception refused =
                assertThrows(
                        IllegalStateException.class,
                        () -> new Minimizer(runner, Minimizer.Progress.NONE).minimize(start()));
        assertTrue(refused.getMessage().contains("differ"), refused.getMessage());
    }

    @Test
    void shouldTellItsProgress() {
        final int[] seen = {0};
        final Minimized small =
                new Minimizer(
                                (script, _) -> result(script, "Safety", 1),
                                (runs, _, violates) -> {
                                    assertTrue(violates);
                                    seen[0] = runs;
                                })
                        .minimize(start());
        assertEquals(small.runs(), seen[0]);
    }

    private static Minimized minimize(final Function<Script, String> violated) {
        return new Minimizer(
                        (script, _) -> result(script, violated.apply(whole(script)), 1),
                        Minimizer.Progress.NONE)
                .minimize(start());
    }

    private static Script start() {
        return Script.of(5);
    }

    private static Script whole(final Script script) {
        return script.decisions() == null
                ? new Script(script.seed(), script.profile(), new TreeMap<>(KNOBS), DRAWN)
                : script;
    }

    private static SeedResult result(final Script script, final String violated, final long hash) {
        final Script whole = whole(script);
        return new SeedResult(
                script,
                violated == null ? null : new PropertyViolation(violated, "made up"),
                100,
                100,
                100,
                hash,
                1,
                1,
                whole.knobs(),
                whole.decisions(),
                FaultPlan.none(new Dice(5)),
                new Marks());
    }

    private static long value(final Script script, final String key) {
        return script.decisions().stream()
                .filter(decision -> decision.key().equals(key))
                .mapToLong(Decision::value)
                .findFirst()
                .orElse(0);
    }
}
