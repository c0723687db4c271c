package dev.bounce.sim.replay;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.bounce.sim.world.Mark;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import dev.bounce.spec.trace.TraceFileSink;
import dev.bounce.spec.trace.TraceReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Runs that are kept as decisions, so that they stay what they are when the draws of seeds change.
/// Each is called after the situation that it meets, or after what it once violated. None may
/// violate anything, and each must end with the same hash. With `-Dtraces.rewrite=true` the hashes
/// are written anew; read the difference before it is committed.
class RegressionTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "traces");
    private static final String SUFFIX = ".jsonl";

    @ParameterizedTest
    @MethodSource("traces")
    void shouldGoAsItWent(final Path file) throws Exception {
        if (Boolean.getBoolean("traces.rewrite")) {
            final Script script = SimulationTrace.read(file);
            try (TraceFileSink sink = new TraceFileSink(file)) {
                SimulationTrace.write(Simulation::run, script, false, sink);
            }
        }
        final SeedResult[] result = new SeedResult[1];
        final WorldRunner runner =
                (script, listener) -> {
                    result[0] = Simulation.run(script, listener);
                    return result[0];
                };
        try (TraceReader reader = TraceReader.open(file)) {
            final Replayed replayed =
                    new Replay(reader, runner, Long.MAX_VALUE, (_, _) -> {}).run();
            assertNull(replayed.property(), () -> "./bounce replay " + file);
            if (!replayed.isSame()) {
                fail("sim/" + file + ": " + replayed.difference());
            }
        }
        mark(file).ifPresent(mark -> assertTrue(result[0].marks().count(mark) > 0, mark.label()));
    }

    @Test
    void shouldKeepSomeRareSituations() throws Exception {
        try (Stream<Path> files = traces()) {
            assertTrue(files.filter(file -> mark(file).isPresent()).count() >= 3);
        }
    }

    static Stream<Path> traces() throws Exception {
        return Files.list(FOLDER).filter(file -> file.toString().endsWith(SUFFIX)).sorted();
    }

    private static Optional<Mark> mark(final Path file) {
        final String name = file.getFileName().toString();
        return Arrays.stream(Mark.values())
                .filter(mark -> name.equals(mark.label() + SUFFIX))
                .findFirst();
    }
}
