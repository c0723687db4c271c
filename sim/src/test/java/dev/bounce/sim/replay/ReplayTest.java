package dev.bounce.sim.replay;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import dev.bounce.spec.trace.MalformedTraceException;
import dev.bounce.spec.trace.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayTest {
    private static final Script SMALL = small(Profile.DEFAULT);

    @TempDir private Path folder;

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldMakeEveryLineAgain(final Profile profile) throws Exception {
        final List<String> lines = write(small(profile), true);
        final Replayed replayed = replay(lines, Long.MAX_VALUE);
        assertNull(replayed.difference());
        assertFalse(replayed.isOtherBuild());
        assertEquals(replayed.end().steps(), replayed.steps());
        assertTrue(replayed.steps() > 100);
    }

    @Test
    void shouldMakeAScriptAgain() throws Exception {
        final List<String> lines = write(SMALL, false);
        final Replayed replayed = replay(lines, Long.MAX_VALUE);
        assertNull(replayed.difference());
        assertEquals(Simulation.run(SMALL).hash(), replayed.end().hash());
    }

    @Test
    void shouldShowTheFirstLineThatDiffers() throws Exception {
        final List<String> lines = write(SMALL, true);
        final int changed = lines.size() / 2;
        final String expected = lines.get(changed).replaceFirst("\"t\":\\d", "\"t\":77");
        final String actual = lines.set(changed, expected);
        final Replayed replayed = replay(lines, Long.MAX_VALUE);
        assertEquals(new Replayed.Difference(changed + 1, expected, actual), replayed.difference());
    }

    @Test
    void shouldFindThatADecisionIsMissing() throws Exception {
        for (final boolean hasSteps : new boolean[] {true, false}) {
            final List<String> lines = write(SMALL, hasSteps);
            lines.removeIf(line -> line.contains("\"dec\":\"submit/0>1/0\""));
            assertFalse(replay(lines, Long.MAX_VALUE).isSame());
        }
    }

    @Test
    void shouldStopAtTheWantedStep() throws Exception {
        final List<String> lines = write(SMALL, true);
        final Replayed replayed = replay(lines, 40);
        assertEquals(40, replayed.steps());
        assertNull(replayed.end());
        assertNull(replayed.difference());
    }

    @Test
    void shouldRefuseAFileThatWasCutOff() throws Exception {
        final List<String> lines = write(SMALL, true);
        assertMalformed(lines.subList(0, 100), 101, "cut off");
    }

    @Test
    void shouldRefuseALineThatIsMalformed() throws Exception {
        final List<String> lines = write(SMALL, true);
        final String second = lines.set(99, "{\"n\":1}");
        assertMalformed(lines, 100, "neither");
        lines.set(99, second);
        lines.set(1, "{\"n\":1,\"dec\":\"loss/0\",\"val\":1}");
        assertMalformed(lines, 2, "'loss/0' is not a decision");
    }

    @Test
    void shouldRefuseAnUnknownKnobOrProfile() throws Exception {
        final List<String> lines = write(SMALL, true);
        final String head = lines.getFirst();
        lines.set(0, head.replace("\"knobs\":{", "\"knobs\":{\"speed\":1,"));
        assertMalformed(lines, 1, "'speed' is not a knob");
        lines.set(0, head.replace("\"default\"", "\"wild\""));
        assertMalformed(lines, 1, "'wild' is not a profile");
    }

    @Test
    void shouldRefuseWhatFollowsTheEnd() throws Exception {
        final List<String> lines = write(SMALL, true);
        lines.add(lines.getLast());
        assertMalformed(lines, lines.size(), "follows the end");
    }

    @Test
    void shouldNotWriteATraceOfARunThatIsNotRepeated() {
        final long[] runs = {0};
        final WorldRunner moody =
                (script, listener) ->
                        runs[0]++ == 0
                                ? Simulation.run(script, listener)
                                : Simulation.run(script.with(List.of()), listener);
        final IllegalStateException refused =
                assertThrows(
                        IllegalStateException.class,
                        () -> SimulationTrace.write(moody, Script.of(3), false, (_, _) -> {}));
        assertTrue(refused.getMessage().contains("seed 3"), refused.getMessage());
    }

    private static Script small(final Profile profile) {
        return Script.of(12, profile).with("agents", 2).with("mostTransfers", 1);
    }

    private List<String> write(final Script script, final boolean hasSteps) {
        final List<String> lines = new ArrayList<>();
        final SeedResult result =
                SimulationTrace.write(
                        Simulation::run, script, hasSteps, (_, text) -> lines.add(text));
        assertNull(result.violation());
        return lines;
    }

    private Replayed replay(final List<String> lines, final long until) throws Exception {
        final Path file = folder.resolve("trace");
        Files.write(file, lines);
        try (TraceReader reader = TraceReader.open(file)) {
            return new Replay(reader, Simulation::run, until, (_, _) -> {}).run();
        }
    }

    private void assertMalformed(final List<String> lines, final int line, final String part) {
        final MalformedTraceException refused =
                assertThrows(MalformedTraceException.class, () -> replay(lines, Long.MAX_VALUE));
        assertEquals(line, refused.lineNumber(), refused.getMessage());
        assertTrue(refused.getMessage().contains(part), refused.getMessage());
    }
}
