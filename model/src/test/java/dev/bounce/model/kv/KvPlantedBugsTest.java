package dev.bounce.model.kv;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.PlantedBug;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each bug that systems of this kind have had is found by the exploration of a small world.
class KvPlantedBugsTest {
    @TempDir private Path folder;

    private void shouldBreak(final String invariant, final String world, final PlantedBug bug) {
        final Throwable found = bug.found(folder, KvWorlds.class, world);
        assertInstanceOf(AssertionError.class, found);
        assertTrue(found.getMessage().startsWith(invariant), found.getMessage());
    }

    /// K4: the old cache marks its entries when it closes, in the row of the new owner.
    @Test
    void shouldFindARowThatIsReleasedWithoutDetaching() {
        shouldBreak(
                "R1",
                "exploreE1",
                new PlantedBug(IndexRows.class, "row.detach();", "row.isDetached = true;"));
    }

    @Test
    void shouldFindAPinThatComesOffAtTheCancel() {
        shouldBreak(
                "B3",
                "exploreE2",
                new PlantedBug(
                        ContextRequest.class,
                        "with(evidence, found, true), ASK_CANCEL)",
                        "with(evidence, found, true), UNPIN, ASK_CANCEL)"));
    }

    @Test
    void shouldFindDeadlinesThatAreSeenOnlyWhenSomethingIsScheduled() {
        shouldBreak(
                "N2",
                "exploreE3",
                new PlantedBug(
                        PrefillWorker.class,
                        "if (needsCancel(id, nowNanos)) {",
                        """
                        if (needsCancel(id, nowNanos) && requests.values().stream().anyMatch(
                                slot -> slot.request.phase() == ContextRequest.Phase.READY)) {
                        """));
    }

    @Test
    void shouldFindMoreRowsThanSeats() {
        shouldBreak(
                "W2", "exploreE5", new PlantedBug(KvSizing.class, "seats >= rows,", "seats >= 1,"));
    }

    @Test
    void shouldFindARowThatIsHeldUntilTheSendEnds() {
        shouldBreak(
                "E1",
                "exploreE1",
                new PlantedBug(
                        ContextRequest.class,
                        "RELEASE_ROW, DROP_SEAT, PIN, SUBMIT",
                        "DROP_SEAT, PIN, SUBMIT"));
    }

    @Test
    void shouldFindASendWithoutAPin() {
        shouldBreak(
                "B3",
                "exploreE3",
                new PlantedBug(
                        ContextRequest.class, "DROP_SEAT, PIN, SUBMIT", "DROP_SEAT, SUBMIT"));
    }

    @Test
    void shouldFindBlocksThatATimeoutFrees() {
        shouldBreak(
                "B3",
                "exploreE4Failing",
                new PlantedBug(
                        GenerationRequest.class,
                        "LEAVE_WINDOW, STOP_CLOCK, ASK_CANCEL)",
                        "LEAVE_WINDOW, STOP_CLOCK, UNPIN, ASK_CANCEL)"));
    }

    @Test
    void shouldFindACandidateThatKeepsItsBlocks() {
        shouldBreak(
                "request",
                "exploreE4",
                new PlantedBug(
                        GenerationRequest.class,
                        "in(Phase.INIT), FREE_BLOCKS, RETURN_ROW)",
                        "in(Phase.INIT), RETURN_ROW)"));
    }
}
