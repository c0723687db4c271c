package dev.bounce.spec.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableTest {
    private static final String TEXT =
            """
            # A comment, with commas.
            name,depth,reason

            one,1,because, as they say, it is
            two,,
            """;

    @TempDir private Path folder;

    @Test
    void shouldReadCellsByColumn() throws IOException {
        final List<Map<String, String>> rows = table(TEXT).rows();
        assertEquals(2, rows.size());
        assertEquals("because, as they say, it is", rows.getFirst().get("reason"));
        assertEquals("", rows.getLast().get("depth"));
    }

    @Test
    void shouldReadAMissingFileAsEmpty() throws IOException {
        assertTrue(Table.read(folder.resolve("absent.csv"), List.of("name")).rows().isEmpty());
    }

    @Test
    void shouldNameAMissingColumn() {
        assertThrows(IllegalArgumentException.class, () -> table("name,depth\n"));
    }

    @Test
    void shouldRefuseARowWithoutAName() {
        assertThrows(IllegalArgumentException.class, () -> table("name,depth,reason\n,1,x\n"));
    }

    @Test
    void shouldChangeNothingButTheCellsOfOneRow() throws IOException {
        final Path file = folder.resolve("table.csv");
        Files.writeString(file, TEXT);
        Table.update(file, Map.of("name", "two"), Map.of("depth", "22"));
        assertEquals(TEXT.replace("two,,", "two,22,"), Files.readString(file));
    }

    private Table table(final String text) throws IOException {
        final Path file = folder.resolve("table.csv");
        Files.writeString(file, text);
        return Table.read(file, List.of("name", "depth", "reason"));
    }
}
