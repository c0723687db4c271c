package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FailedTraceTest {
    private static final Script SMALL =
            Script.of(198).with("agents", 2).with("core", 0).with("shutsDown", 0);

    @TempDir private Path folder;

    @Test
    void shouldNameTheTraceOfWhatIsViolated() throws Exception {
        final AssertionError failure = failure(Objector.runner());
        final Path file = onlyFile();
        assertTrue(failure.getMessage().startsWith(Objector.PROPERTY + ": "), failure.toString());
        assertTrue(
                failure.getMessage().contains("./bounce replay sim/" + file), failure.toString());
        final Script written = SimulationTrace.read(file);
        assertEquals(198, written.seed());
        assertEquals(
                Objector.PROPERTY,
                Objector.runner().run(written, (_, _, _, _, _) -> {}).violation().property());
    }

    @Test
    void shouldNameTheTraceOfWhatIsNotRepeated() throws Exception {
        final long[] runs = {0};
        final WorldRunner moody =
                (script, listener) -> other(Simulation.run(script, listener), runs[0]++);
        final AssertionError failure = failure(moody);
        assertTrue(
                failure.getMessage().startsWith("Determinism: the hash is "), failure.toString());
        assertTrue(failure.getMessage().contains("not repeated by its decisions"));
        assertTrue(failure.getMessage().contains("./bounce minimize sim/" + onlyFile()));
        final Script written = SimulationTrace.read(onlyFile());
        assertEquals(Simulation.run(SMALL).decisions(), written.decisions());
    }

    @Test
    void shouldKeepTheTracesOfTwoScriptsOfOneSeed() throws IOException {
        final FailedTrace trace = new FailedTrace(Objector.runner(), folder);
        assertThrows(AssertionError.class, () -> trace.check(SMALL));
        assertThrows(AssertionError.class, () -> trace.check(SMALL.with("mostTransfers", 12)));
        assertEquals(2, files().size());
    }

    @Test
    void shouldWriteNothingOfWhatHolds() throws IOException {
        final SeedResult result = new FailedTrace(Simulation::run, folder).check(SMALL);
        assertEquals(Simulation.run(SMALL).hash(), result.hash());
        assertEquals(List.of(), files());
    }

    private AssertionError failure(final WorldRunner runner) {
        return assertThrows(
                AssertionError.class, () -> new FailedTrace(runner, folder).check(SMALL));
    }

    private Path onlyFile() throws IOException {
        assertEquals(1, files().size());
        return files().getFirst();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    private static SeedResult other(final SeedResult result, final long hash) {
        return new SeedResult(
                result.script(),
                result.violation(),
                result.steps(),
                result.events(),
                result.virtualNanos(),
                hash,
                result.transfers(),
                result.succeeded(),
                result.knobs(),
                result.decisions(),
                result.faults(),
                result.marks());
    }
}
