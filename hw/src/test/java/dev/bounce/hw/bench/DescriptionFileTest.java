package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DescriptionFileTest {
    @TempDir private Path folder;

    private DescriptionFile file() {
        return new DescriptionFile(folder.resolve("d").toString());
    }

    private static void assertRefused(final DescriptionFile file, final String reason) {
        final BenchException refused = assertThrows(BenchException.class, file::readIfNew);
        assertEquals(BenchException.FAILED, refused.exitCode());
        assertEquals(1, refused.getMessage().lines().count(), refused.getMessage());
        assertTrue(refused.getMessage().contains(reason), refused.getMessage());
    }

    @Test
    void shouldWaitOnlyForAFileThatIsNotThere() throws Exception {
        assertNull(file().readIfNew());
        Files.createFile(folder.resolve("d"));
        assertRefused(file(), "but nothing");
        Files.write(folder.resolve("d"), new byte[] {(byte) 0xFF, 0, (byte) 0x80});
        assertRefused(file(), "but something else");
        Files.writeString(folder.resolve("d"), "abc");
        assertRefused(file(), "but something else");
        assertRefused(new DescriptionFile(folder.toString()), "cannot read");
    }

    @Test
    void shouldTellADescriptionOnceAndItsSuccessorAgain() throws Exception {
        final DescriptionFile reader = file();
        final PrintWriter nowhere = new PrintWriter(Writer.nullWriter());
        file().write(new byte[] {1, 2}, nowhere);
        assertArrayEquals(new byte[] {1, 2}, reader.readIfNew());
        assertNull(reader.readIfNew());
        file().write(new byte[] {3}, nowhere);
        assertArrayEquals(new byte[] {3}, reader.readIfNew());
        try (Stream<Path> left = Files.list(folder)) {
            assertEquals(1, left.count(), "what it was written to before it was moved");
        }
    }
}
