package dev.bounce.spec.tlc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Folders of runs that end, and of JVMs that are ended.
@Timeout(60)
class WorkFolderTest {
    @TempDir private Path parent;

    /// A JVM that makes a folder, names it and waits to be ended.
    static final class Holder {
        private Holder() {}

        public static void main(final String[] arguments) throws Exception {
            System.out.println(new WorkFolder(Path.of(arguments[0])).path());
            System.in.read();
            System.in.read();
        }
    }

    private Path makeAndEnd(final boolean forced) throws Exception {
        final Process holder =
                new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                                "-cp",
                                System.getProperty("java.class.path"),
                                Holder.class.getName(),
                                parent.toString())
                        .redirectError(ProcessBuilder.Redirect.INHERIT)
                        .start();
        try (BufferedReader said = holder.inputReader(StandardCharsets.UTF_8)) {
            final Path made = Path.of(said.readLine());
            assertTrue(Files.isDirectory(made.resolve("tmp")));
            try (WorkFolder mine = new WorkFolder(parent)) {
                assertTrue(Files.isDirectory(made), "a folder in use is left alone");
                assertTrue(Files.isDirectory(mine.path()));
            }
            if (forced) {
                holder.destroyForcibly();
            } else {
                holder.destroy();
            }
            assertTrue(holder.waitFor(30, TimeUnit.SECONDS));
            return made;
        } finally {
            holder.destroyForcibly();
        }
    }

    @Test
    void shouldGoWithItsProcess() throws Exception {
        assertFalse(Files.exists(makeAndEnd(false)));
        final Path abandoned = makeAndEnd(true);
        assertTrue(Files.exists(abandoned), "nothing deletes it after kill -9");
        final Path stranger = Files.createDirectory(parent.resolve("bounce-tlc-of-old"));
        try (WorkFolder next = new WorkFolder(parent);
                WorkFolder other = new WorkFolder(parent)) {
            assertFalse(Files.exists(abandoned));
            makeAndEnd(false);
            assertTrue(Files.exists(next.path()) && Files.exists(other.path()));
            assertTrue(Files.exists(stranger), "it has no lock that says whose it is");
        }
        assertEquals(1, parent.toFile().list().length);
    }
}
