package dev.bounce.spec.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.spec.check.Model.Tier;
import dev.bounce.spec.tla.SpecText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// The tables of `spec/` agree with its modules and configurations. No TLC is needed for that.
class SpecTablesTest {
    private static final Pattern PLANTED =
            Pattern.compile(
                    "Planted(?:Any)?\\(\\{?(?:\\s*\"\\w+\"\\s*,?)+\\}?\\)|Bug\\s*[=#]\\s*\"\\w+\"");
    private static final Pattern QUOTED = Pattern.compile("\"(\\w+)\"");

    private final SpecFolder spec = SpecFolder.ofCheckout();

    @Test
    void shouldListEveryConfigurationAsAModel() throws IOException {
        final SortedSet<String> configured = new TreeSet<>();
        try (Stream<Path> files = Files.list(spec.path().resolve("models"))) {
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".cfg"))
                    .forEach(name -> configured.add(name.replace(".cfg", "")));
        }
        assertEquals(configured, new TreeSet<>(spec.models().keySet()));
    }

    @Test
    void shouldHaveModelsForEveryBuild() {
        final List<String> build =
                spec.models().values().stream()
                        .filter(model -> model.tier() == Tier.BUILD)
                        .map(Model::name)
                        .toList();
        assertTrue(build.containsAll(List.of("small", "duplex", "live")), build.toString());
    }

    @Test
    void shouldHaveNoConfigurationThatHidesViolations() {
        for (final String model : spec.models().keySet()) {
            assertEquals(List.of(), spec.config(model).traps(), model);
        }
    }

    @Test
    void shouldDefineEveryPropertyThatIsChecked() {
        for (final Model model : spec.models().values()) {
            final SpecText text = spec.text(model);
            final List<String> properties = new ArrayList<>(spec.config(model.name()).invariants());
            properties.addAll(spec.config(model.name()).properties());
            properties.forEach(
                    property -> assertTrue(text.defines(property), model.name() + ": " + property));
        }
    }

    @Test
    void shouldListEveryPlantedBug() throws IOException {
        final SortedSet<String> planted = new TreeSet<>();
        try (Stream<Path> files = Files.list(spec.path())) {
            for (final Path file :
                    files.filter(file -> file.toString().endsWith(".tla")).toList()) {
                final String text = Files.readString(file).replaceAll("\\\\\\*.*", "");
                PLANTED.matcher(text)
                        .results()
                        .flatMap(found -> QUOTED.matcher(found.group()).results())
                        .forEach(name -> planted.add(name.group(1)));
            }
        }
        planted.remove(Violation.NO_BUG);
        final SortedSet<String> listed = names(spec.mutants().stream().map(Violation::name));
        listed.addAll(names(spec.equivalents().stream().map(Equivalent::name)));
        assertEquals(planted, listed);
    }

    @Test
    void shouldPlantBugsInModelsThatCheckTheProperty() {
        for (final Violation mutant : spec.mutants()) {
            mutant.config(spec.config(mutant.model()));
        }
        for (final Equivalent equivalent : spec.equivalents()) {
            spec.config(equivalent.model()).withBug("x");
        }
    }

    @Test
    void shouldTrustNoPropertyThatNoBugViolates() {
        assertEquals(new TreeSet<String>(), spec.untried());
    }

    @Test
    void shouldTellReadersTheCommittedSizeOfEachModel() throws IOException {
        final List<String> readme = Files.readAllLines(spec.path().resolve("README.md"));
        for (final Model model : spec.models().values()) {
            final List<String> rows =
                    readme.stream()
                            .filter(line -> line.startsWith("| `" + model.name() + "` |"))
                            .toList();
            assertFalse(rows.isEmpty(), model.name() + " in README.md");
            if (model.distinct().isPresent()) {
                final String size =
                        String.format(
                                Locale.ROOT,
                                "| %,d | %d |",
                                model.distinct().getAsLong(),
                                model.depth().getAsInt());
                rows.forEach(row -> assertTrue(row.contains(size), row + " lacks " + size));
            }
        }
    }

    @Test
    void shouldExplainEveryPlantedBugToReaders() throws IOException {
        final List<String> explained = Files.readAllLines(spec.path().resolve("mutants.md"));
        for (final Violation mutant : spec.mutants()) {
            final String end =
                    String.format(
                            Locale.ROOT,
                            " | `%s` | %s | %s |",
                            mutant.model(),
                            mutant.property() + (mutant.isAlone() ? " alone" : ""),
                            mutant.depth().isPresent() ? mutant.depth().getAsInt() : "");
            assertTrue(
                    explained.stream()
                            .anyMatch(
                                    line ->
                                            line.startsWith("| `" + mutant.name() + "` |")
                                                    && line.endsWith(end)),
                    mutant.name() + end);
        }
    }

    private static SortedSet<String> names(final Stream<String> names) {
        return names.collect(Collectors.toCollection(TreeSet::new));
    }
}
