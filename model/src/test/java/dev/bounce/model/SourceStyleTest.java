package dev.bounce.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Looks at the Java sources of all modules, main and test; generated ones lie elsewhere.
class SourceStyleTest {
    private static final Path ROOT = Path.of("..").toAbsolutePath().normalize();
    private static final List<String> MODULES = List.of("model", "engine", "spec", "sim", "hw");

    @Test
    void shouldHoldForEveryJavaFile() throws IOException {
        final List<String> findings = new ArrayList<>();
        int files = 0;
        for (final String module : MODULES) {
            for (final Path file : javaFiles(ROOT.resolve(module).resolve("src"))) {
                files++;
                final String name = file.getFileName().toString();
                final List<String> lines = Files.readAllLines(file);
                for (final String finding : SourceStyle.findings(name, lines)) {
                    findings.add(ROOT.relativize(file) + ": " + finding);
                }
                if (lines.size() > SourceStyle.LINES_WARN) {
                    System.out.println("long: " + ROOT.relativize(file) + ", " + lines.size());
                }
            }
        }

        assertEquals("", String.join("\n", findings));
        assertTrue(files > 50, files + " files seen");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "// TO" + "DO: later",
                "// FIX" + "ME",
                "@Dis" + "abled",
                "Thread." + "sleep(10);",
            })
    void shouldFindWhatIsNotAllowedInALine(final String line) {
        assertEquals(1, SourceStyle.findings("Region.java", List.of("", line)).size());
    }

    @Test
    void shouldFindLongComments() {
        assertEquals(
                List.of("line 1: 101 columns, at most 100"),
                SourceStyle.findings("Region.java", List.of("/// " + "x".repeat(97))));
    }

    @Test
    void shouldFindLongTypes() {
        assertEquals(
                List.of("451 lines, at most 450: split it by concern"),
                SourceStyle.findings("Region.java", Collections.nCopies(451, "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"ByteUtil", "LinkManager", "EngineImpl", "TestHelper", "AbstractLink"})
    void shouldFindEmptyNames(final String name) {
        assertEquals(1, SourceStyle.findings(name + ".java", List.of()).size());
    }

    @Test
    void shouldLetGoodSourcesPass() {
        assertEquals(List.of(), SourceStyle.findings("Region.java", List.of("/// Hacks nothing.")));
    }

    private static List<Path> javaFiles(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".java")).sorted().toList();
        }
    }
}
