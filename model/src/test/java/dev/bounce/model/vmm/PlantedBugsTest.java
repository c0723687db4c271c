package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.PlantedBug;
import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.HostileCounts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each bug that systems of this kind have had is found by a check that passes without it.
class PlantedBugsTest {
    @TempDir private Path folder;

    private void shouldBreak(final String law, final PlantedBug bug, final Class<?> check) {
        final Throwable found = bug.found(folder, check, "explore");
        assertInstanceOf(AssertionError.class, found);
        assertTrue(found.getMessage().startsWith(law), found.getMessage());
    }

    @Test
    void shouldFindReloadsThatOnlyAdd() {
        shouldBreak(
                "V6",
                new PlantedBug(
                        RemoteRegionBook.class,
                        "final RegionMap map = RegionMap.of(regions);",
                        """
                        final List<RegisteredRegion> all = new ArrayList<>(regions);
                        for (final RegisteredRegion old : regions(name).regions()) {
                            if (regions.stream().noneMatch(
                                    now -> now.overlaps(old.base(), old.bytes()))) {
                                all.add(old);
                            }
                        }
                        final RegionMap map = RegionMap.of(all);
                        """),
                SmallWorldE6.class);
    }

    @Test
    void shouldFindChunksCountedFromZero() {
        shouldBreak(
                "V",
                new PlantedBug(
                        ChunkCursor.class,
                        "chunkAt = offset - Long.remainderUnsigned(offset, chunkBytes);",
                        "chunkAt = offset - Long.remainderUnsigned(offset + base, chunkBytes);"),
                SmallWorldE7.class);
        shouldBreak(
                "V",
                new PlantedBug(
                        ChunkCursor.class,
                        "return offset & mask;",
                        "return (mask == -1 ? offset : offset + base) & mask;"),
                SmallWorldE7.class);
    }

    @Test
    void shouldFindUnknownAddressesThatAreJoined() {
        shouldBreak(
                "V4",
                new PlantedBug(
                        ChunkCursor.class,
                        "regionsEntered++;",
                        "regionsEntered += regions.find(address) == null ? 0 : 1;"),
                SmallWorldE7.class);
    }

    @Test
    void shouldFindCutsThatAskTheSourceOnly() {
        shouldBreak(
                "V1",
                new PlantedBug(
                        DescriptorSplitter.class,
                        "final boolean noneEmpty",
                        """
                        if (source.kind() != dev.bounce.model.MemoryKind.CUDA) {
                            return pairs;
                        }
                        final boolean noneEmpty\
                        """
                                + " "),
                SmallWorldE7.class);
    }

    @Test
    void shouldFindACountThatIsTrustedBeforeItIsChecked() throws ReflectiveOperationException {
        final Class<?> codec =
                Class.forName(AgentDescription.class.getPackageName() + ".DescriptionCodec");
        final Throwable found =
                new PlantedBug(
                                codec,
                                "Long.compareUnsigned(count, (bytes.length - regionsAt)"
                                        + " / REGION_BYTES) > 0",
                                "count == 0 && bytes.length == 0")
                        .found(folder, HostileCounts.class, "explore");
        assertTrue(found instanceof RuntimeException || found instanceof Error, "found " + found);
    }

    @Test
    void shouldFindNothingWithoutABug() {
        final PlantedBug none =
                new PlantedBug(ChunkCursor.class, "regionsEntered++;", "regionsEntered += 1;");
        assertNull(none.found(folder, SmallWorldE6.class, "explore"));
        assertNull(none.found(folder, HostileCounts.class, "explore"));
        assertEquals(24, HostileCounts.explore());
    }
}
