package dev.bounce.sim.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The names of what is judged: each property of the specification stands in `properties.csv` with
/// the one of the simulator that judges it, under the same name or with a reason, and each of the
/// simulator has a test in which it fails, or a planted bug that it finds.
final class PropertyNamesTest {
    private static final Path MAIN = Path.of("src/main/java/dev/bounce/sim");
    private static final Path TEST = Path.of("src/test/java/dev/bounce/sim");
    private static final Path RESOURCES = Path.of("src/test/resources");
    private static final Path MODELS = Path.of("../spec/models");
    private static final Pattern NAME = Pattern.compile("\"([A-Z][a-z]+(?:[A-Z][A-Za-z]*)+)\"");

    @Test
    void shouldJudgeEveryPropertyOfTheSpecification() throws IOException {
        final TreeMap<String, String> judges = new TreeMap<>();
        final Set<String> judged = judged();
        for (final String line : lines(RESOURCES.resolve("properties.csv"))) {
            final String[] row = line.split(",", 3);
            judges.put(row[0], row[1]);
            assertTrue(row[1].isEmpty() || judged.contains(row[1]), line);
            assertTrue(row[0].equals(row[1]) || !row[2].isBlank(), "a reason is missing: " + line);
        }
        assertEquals(specified(), judges.keySet());
    }

    @Test
    void shouldHaveATestInWhichEveryPropertyFails() throws IOException {
        final StringBuilder tests = new StringBuilder();
        for (final Path file : sources(TEST)) {
            tests.append(Files.readString(file));
        }
        final Set<String> failing = new TreeSet<>();
        for (final String line : lines(RESOURCES.resolve("mutants/kills.csv"))) {
            failing.add(line.split(",")[3]);
        }
        final Set<String> untested = new TreeSet<>();
        for (final String property : judged()) {
            final boolean isTested =
                    tests.indexOf("\"" + property + "\"") >= 0
                            || tests.indexOf("new " + property + "()") >= 0;
            if (!isTested && !failing.contains(property)) {
                untested.add(property);
            }
        }
        assertEquals(Set.of(), untested);
    }

    /// Checkers, and the names in sources that throw violations themselves.
    private static Set<String> judged() throws IOException {
        final Set<String> names = new TreeSet<>();
        new Checkers(new Ledger(2)).all().forEach(checker -> names.add(checker.property()));
        for (final Path file : sources(MAIN)) {
            final String text = Files.readString(file);
            if (text.contains("new PropertyViolation(")) {
                NAME.matcher(text).results().forEach(found -> names.add(found.group(1)));
            }
        }
        return names;
    }

    /// What the models of the transport check; those of the KV layer are checked over its own
    /// classes.
    private static Set<String> specified() throws IOException {
        final Set<String> names = new TreeSet<>();
        for (final Path model : files(MODELS)) {
            if (!model.getFileName().toString().startsWith("kv-")) {
                boolean isProperty = false;
                for (final String line : Files.readAllLines(model)) {
                    if (line.startsWith(" ") && isProperty) {
                        names.add(line.strip());
                    } else if (!line.startsWith(" ")) {
                        isProperty = line.startsWith("INVARIANT") || line.startsWith("PROPERT");
                    }
                }
            }
        }
        return names;
    }

    private static List<String> lines(final Path csv) throws IOException {
        final List<String> lines = new ArrayList<>(Files.readAllLines(csv));
        lines.removeFirst();
        return lines;
    }

    private static List<Path> sources(final Path folder) throws IOException {
        return files(folder).stream().filter(file -> file.toString().endsWith(".java")).toList();
    }

    private static List<Path> files(final Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
