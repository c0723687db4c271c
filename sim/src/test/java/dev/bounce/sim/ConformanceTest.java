package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.spec.conform.Conformance;
import dev.bounce.spec.conform.Conformance.Result;
import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Runs of the simulator are behaviours of the specification; runs that were tampered with are not.
class ConformanceTest {
    private static final Path SPEC = Path.of("..", "spec");
    private static final int RUNS = 200;
    private static final int WHOLE_RUNS = 12;

    /// Of a run that is not followed to its end: its links are up, and transfers are under way.
    private static final int ENTRIES = 60;

    private static final long CALM_SEED = 3;

    @Test
    void shouldOnlyDoWhatTheSpecificationAllows() throws InterruptedException {
        final List<List<TlaValue>> traces =
                LongStream.rangeClosed(1, RUNS)
                        .mapToObj(seed -> seed <= WHOLE_RUNS ? trace(seed) : beginning(seed))
                        .toList();
        final List<Result> results = new Conformance(SPEC).check(traces);
        assertEquals(RUNS, results.size());
        for (int run = 0; run < RUNS; run++) {
            final Result result = results.get(run);
            assertTrue(
                    result.isAccepted(),
                    "seed "
                            + (run + 1)
                            + " is followed to entry "
                            + result.followed()
                            + " of "
                            + result.entries()
                            + ", not to "
                            + result.next());
        }
    }

    @Test
    void shouldRejectRunsThatWereTamperedWith() throws InterruptedException {
        final List<TlaValue> honest = trace(CALM_SEED);
        final int grant = first(honest, entry -> is(entry, "act", "Grant"));
        final int post = first(honest, entry -> is(entry, "act", "PostWrite"));
        final int want = first(honest, entry -> is(entry, "act", "SendWant"));
        final int data =
                first(
                        honest,
                        entry -> is(entry, "op", "got") && entry.toString().contains("\"DATA\""));
        final int seen = first(honest, entry -> entry.toString().contains("\"GRANTED\""));
        final Map<String, List<TlaValue>> twins = new LinkedHashMap<>();
        twins.put("a step is missing", without(honest, grant));
        twins.put("a step has the name of another", with(honest, grant, "\"Grant\"", "\"Gather\""));
        twins.put("a step happens twice", doubled(honest, post));
        twins.put("a step comes late", swapped(honest, want));
        twins.put("a message names another grant", with(honest, data, "g |-> ", "g |-> 9"));
        twins.put("a region has another state", with(honest, seen, "\"GRANTED\"", "\"QUEUED\""));
        final List<List<TlaValue>> traces = new ArrayList<>(twins.values());
        traces.add(honest);
        final List<Result> results = new Conformance(SPEC).check(traces);
        final List<String> names = List.copyOf(twins.keySet());
        for (int twin = 0; twin < names.size(); twin++) {
            assertFalse(results.get(twin).isAccepted(), names.get(twin));
        }
        assertTrue(results.getLast().isAccepted());
    }

    private static List<TlaValue> trace(final long seed) {
        return SpecTrace.of(Script.of(seed, Profile.MODEL));
    }

    private static List<TlaValue> beginning(final long seed) {
        return SpecTrace.beginningOf(Script.of(seed, Profile.MODEL), ENTRIES);
    }

    private static int first(final List<TlaValue> trace, final Predicate<TlaValue> wanted) {
        return IntStream.range(0, trace.size())
                .filter(index -> wanted.test(trace.get(index)))
                .findFirst()
                .orElseThrow();
    }

    private static boolean is(final TlaValue entry, final String field, final String value) {
        return entry instanceof TlaValue.Mapping mapping
                && new TlaValue.Text(value).equals(mapping.at(field));
    }

    private static List<TlaValue> without(final List<TlaValue> trace, final int index) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.remove(index);
        return twin;
    }

    private static List<TlaValue> doubled(final List<TlaValue> trace, final int index) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.add(index, trace.get(index));
        return twin;
    }

    private static List<TlaValue> swapped(final List<TlaValue> trace, final int index) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.add(index, twin.remove(index + 1));
        return twin;
    }

    private static List<TlaValue> with(
            final List<TlaValue> trace, final int index, final String from, final String to) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.set(index, changed(trace.get(index), from, to));
        return twin;
    }

    private static TlaValue changed(final TlaValue entry, final String from, final String to) {
        return TlaParser.parse(entry.toString().replaceFirst(Pattern.quote(from), to));
    }
}
