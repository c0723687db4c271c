package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.spec.conform.Conformance;
import dev.bounce.spec.conform.Conformance.Result;
import dev.bounce.spec.conform.SoloTrace;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.trace.RecordingFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// What two agents did, each in a process of its own, over UCX and JeroMQ is a behaviour of the
/// specification: TLC follows what each has recorded, and not what was tampered with.
@Timeout(120)
class RealRunConformanceTest {
    private static final Path SPEC = Path.of("..", "spec");

    @TempDir private Path folder;

    private Path recording(final String side) {
        return folder.resolve(side + ".trace");
    }

    /// Both ends move rounds of 64 KiB and a little.
    private void record() throws Exception {
        final Path description = folder.resolve("description");
        try (ChildJvm listener = start("listener", "--listen", "--description=" + description);
                ChildJvm caller = start("caller", "--peer=" + description)) {
            assertEquals(0, caller.await());
            assertEquals(0, listener.await());
        }
    }

    /// As small as the models: four regions of one size, two chunks a transfer.
    private ChildJvm start(final String side, final String... options) throws Exception {
        final List<String> line = new ArrayList<>(List.of("agent"));
        line.addAll(List.of(options));
        line.addAll(List.of("--blocks=4", "--layers=2", "--rounds=3"));
        line.addAll(List.of("-Darena.size=256KiB", "-Darena.granularity=64KiB"));
        line.addAll(List.of("-Darena.max-chunk=64KiB", "-Darena.ramp=64KiB"));
        line.add("--record=" + recording(side));
        return ChildJvm.start(Main.class, line.toArray(String[]::new));
    }

    private List<TlaValue> recorded(final String side) throws Exception {
        return SoloTrace.of(RecordingFile.read(recording(side)));
    }

    @Test
    void shouldBehaveAsTheSpecificationAllows() throws Exception {
        record();
        final List<TlaValue> listener = recorded("listener");
        final List<Result> results =
                new Conformance(SPEC)
                        .check(
                                List.of(
                                        recorded("caller"),
                                        listener,
                                        withoutTheFirstScatter(listener)));
        for (final Result result : results.subList(0, 2)) {
            assertTrue(
                    result.isAccepted(),
                    "followed to entry "
                            + result.followed()
                            + " of "
                            + result.entries()
                            + ", not to "
                            + result.next());
        }
        assertEquals(3, results.size());
        assertFalse(results.getLast().isAccepted(), "a scatter is missing");
    }

    private static List<TlaValue> withoutTheFirstScatter(final List<TlaValue> trace) {
        final List<TlaValue> twin = new ArrayList<>(trace);
        twin.remove(
                trace.stream()
                        .filter(entry -> entry.toString().contains("\"Scatter\""))
                        .findFirst()
                        .orElseThrow());
        return twin;
    }
}
