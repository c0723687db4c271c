package dev.bounce.sim.minimize;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// Whatever the failure needs, what is left fails, and not without any one of its elements.
class DeltaDebuggingPropertyTest {
    @Property(seed = "11", tries = 300, shrinking = ShrinkingMode.BOUNDED)
    void shouldKeepWhatOneCauseNeeds(
            @ForAll @IntRange(min = 0, max = 60) final int size,
            @ForAll @Size(max = 6) final Set<@IntRange(min = 0, max = 59) Integer> cause) {
        final List<Integer> all = IntStream.range(0, size).boxed().toList();
        if (all.containsAll(cause)) {
            final List<Integer> left =
                    DeltaDebugging.minimize(all, part -> part.containsAll(cause));
            assertEquals(cause.stream().sorted().toList(), left);
        }
    }

    @Property(seed = "12", tries = 200, shrinking = ShrinkingMode.BOUNDED)
    void shouldKeepOneOfSeveralCauses(
            @ForAll @Size(min = 1, max = 4)
                    final List<@Size(min = 1, max = 5) Set<@IntRange(min = 0, max = 39) Integer>>
                            causes) {
        final List<Integer> all = IntStream.range(0, 40).boxed().toList();
        final Predicate<List<Integer>> fails = part -> causes.stream().anyMatch(part::containsAll);
        assertMinimal(DeltaDebugging.minimize(all, fails), fails);
    }

    /// A failure that comes and goes as elements leave, as it does in real runs.
    @Property(seed = "13", tries = 200, shrinking = ShrinkingMode.BOUNDED)
    void shouldEndWithAMinimumOfAFailureWithoutReason(
            @ForAll final long salt, @ForAll @IntRange(min = 1, max = 40) final int size) {
        final List<Integer> all = IntStream.range(0, size).boxed().toList();
        final Predicate<List<Integer>> fails =
                part ->
                        part.equals(all)
                                || (part.hashCode() * 31L ^ salt) * 0x9E3779B97F4A7C15L > 0;
        assertMinimal(DeltaDebugging.minimize(all, fails), fails);
    }

    @Property(tries = 20, shrinking = ShrinkingMode.BOUNDED)
    void shouldAskForPartsInOrderOnly(
            @ForAll final Set<@IntRange(min = 0, max = 30) Integer> cause) {
        final List<Integer> all = IntStream.rangeClosed(0, 30).boxed().toList();
        DeltaDebugging.minimize(
                all,
                part -> {
                    assertEquals(part.stream().sorted().toList(), part);
                    assertEquals(part.size(), new HashSet<>(part).size());
                    return part.containsAll(cause);
                });
    }

    @Property(tries = 1)
    void shouldLeaveNothingIfNothingIsNeeded() {
        assertEquals(List.of(), DeltaDebugging.minimize(List.of(1, 2, 3), _ -> true));
        assertEquals(List.of(), DeltaDebugging.minimize(List.<Integer>of(), _ -> true));
    }

    /// About two tests per halving for one cause in many.
    @Property(tries = 1)
    void shouldFindOneCauseInFewTests() {
        final int[] tests = {0};
        final List<Integer> all = IntStream.range(0, 1_024).boxed().toList();
        final List<Integer> left =
                DeltaDebugging.minimize(
                        all,
                        part -> {
                            tests[0]++;
                            return part.contains(700);
                        });
        assertEquals(List.of(700), left);
        assertTrue(tests[0] < 40, tests[0] + " tests");
    }

    private static void assertMinimal(
            final List<Integer> left, final Predicate<List<Integer>> fails) {
        assertTrue(fails.test(left));
        for (int index = 0; index < left.size(); index++) {
            final List<Integer> others = new ArrayList<>(left);
            others.remove(index);
            assertFalse(fails.test(others), left + " without " + left.get(index));
        }
    }
}
