package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.bounce.sim.world.Profile;
import dev.bounce.sim.world.Script;
import dev.bounce.sim.world.SeedResult;
import dev.bounce.sim.world.Simulation;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Whole seeds: fixed ones of every profile, and a few that nobody has run before.
class SimulationTest {
    private static final int FRESH = 5;

    @ParameterizedTest
    @MethodSource("fixedSeeds")
    void shouldViolateNothing(final long seed) {
        assertHolds(Simulation.run(seed));
    }

    @ParameterizedTest
    @EnumSource(Profile.class)
    void shouldViolateNothingInAnyProfile(final Profile profile) {
        for (long seed = 101; seed <= 110; seed++) {
            final SeedResult result = Simulation.run(Script.of(seed, profile));
            if (result.violation() != null) {
                fail(profile + " seed " + seed, result.violation());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("freshSeeds")
    void shouldViolateNothingInSeedsNeverRunBefore(final long seed) {
        assertHolds(Simulation.run(seed));
    }

    @Test
    void shouldGiveTheSameRunTwice() {
        final SeedResult first = Simulation.run(7);
        final SeedResult second = Simulation.run(7);
        assertEquals(first.hash(), second.hash());
        assertEquals(first.steps(), second.steps());
        assertEquals(first.virtualNanos(), second.virtualNanos());
        assertNotEquals(first.hash(), Simulation.run(8).hash());
    }

    @ParameterizedTest
    @MethodSource("restoredSeeds")
    void shouldGoOnFromSnapshotsAsIfNothingHadHappened(final long seed) {
        assertEquals(
                Simulation.run(seed).hash(), Simulation.runRestored(Script.of(seed), 3).hash());
    }

    /// Identity hashes and the order of hash tables differ between virtual machines.
    @Test
    void shouldGiveTheSameRunInAnotherVirtualMachine() throws Exception {
        final Process other =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-XX:+UseSerialGC",
                                "-XX:TieredStopAtLevel=1",
                                "-XX:+UnlockExperimentalVMOptions",
                                "-XX:hashCode=3",
                                "-cp",
                                System.getProperty("java.class.path"),
                                HashOfSeed.class.getName(),
                                "7")
                        .redirectErrorStream(true)
                        .start();
        final String printed =
                new String(other.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertTrue(other.waitFor(1, TimeUnit.MINUTES), "it did not end");
        assertEquals(Long.toHexString(Simulation.run(7).hash()), printed.strip());
    }

    @Test
    void shouldDoWorkInEverySeed() {
        for (long seed = 1; seed <= 10; seed++) {
            final SeedResult result = Simulation.run(seed);
            assertTrue(result.succeeded() >= 2, "seed " + seed + ": " + result.succeeded());
            assertTrue(result.steps() > 300, "seed " + seed + ": " + result.steps());
        }
    }

    static LongStream fixedSeeds() {
        return LongStream.rangeClosed(1, 60);
    }

    static LongStream restoredSeeds() {
        return LongStream.rangeClosed(21, 26);
    }

    static LongStream freshSeeds() {
        final long start = System.nanoTime() & Long.MAX_VALUE;
        return LongStream.range(0, FRESH).map(index -> (start + index * 1_000_003) >>> 1);
    }

    private static void assertHolds(final SeedResult result) {
        if (result.violation() != null) {
            final CampaignReport.Violation found =
                    CampaignReport.Violation.of(result, result.violation());
            fail(ReportPrinter.violation(Profile.DEFAULT, found), result.violation());
        }
    }
}
