package dev.bounce.spec.check;

import dev.bounce.spec.check.Model.Tier;
import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tla.SpecText;
import dev.bounce.spec.tlc.EnvironmentMissing;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/// The folder of a specification: modules, `models/NAME.cfg`, and tables.
///
/// | file | columns | content |
/// |---|---|---|
/// | `models.csv` | model, module, tier, distinct, depth, idle | what is committed of each model;
/// idle = actions that its constants exclude, between blanks |
/// | `mutants.csv` | mutant, rule, model, property, depth | each planted bug and what it must
/// violate |
/// | `equivalent.csv` | mutant, coveredBy, pair, model | planted bugs that must survive; `-` if no
/// pair is needed |
/// | `situations.csv` | situation, model, invariant, depth | rare situations, each as the invariant
/// that it violates |
/// | `unviolated.csv` | property, reason | properties that no planted bug violates |
/// | `parity.csv` | action, where, reason | actions that only the specification or only the engine
/// has |
/// | `warnings.txt` | | texts of TLC's warnings that do not matter, one a line |
///
/// All but the first two may be missing.
public final class SpecFolder {
    private static final String MODELS = "models.csv";
    private static final String MUTANTS = "mutants.csv";
    private static final String SITUATIONS = "situations.csv";
    private static final String UNKNOWN = "-";
    private static final String ALONE = " alone";

    private final Path path;
    private final Map<String, Model> models = new TreeMap<>();
    private final List<Violation> mutants = new ArrayList<>();
    private final List<Violation> situations = new ArrayList<>();
    private final List<Equivalent> equivalents = new ArrayList<>();
    private final SortedSet<String> unviolated = new TreeSet<>();
    private final List<String> allowedWarnings;

    /// Reads the tables.
    ///
    /// @throws EnvironmentMissing if it is no such folder
    /// @throws IllegalArgumentException naming file and line of a mistake in them
    public SpecFolder(final Path path) {
        this.path = path;
        if (!Files.exists(path.resolve(MODELS))) {
            throw new EnvironmentMissing("no specification in " + path + ": it has no " + MODELS);
        }
        try {
            readModels();
            readViolations();
            for (final Map<String, String> row :
                    read("equivalent.csv", "mutant", "coveredBy", "pair", "model")) {
                equivalents.add(
                        new Equivalent(
                                row.get("mutant"),
                                row.get("coveredBy"),
                                row.get("pair"),
                                row.get("model")));
            }
            requirePairs();
            read("unviolated.csv", "property", "reason")
                    .forEach(row -> unviolated.add(row.get("property")));
            final Path warnings = path.resolve("warnings.txt");
            allowedWarnings =
                    Files.exists(warnings)
                            ? Files.readAllLines(warnings).stream()
                                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                                    .toList()
                            : List.of();
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The folder of the checkout that these classes were built in.
    ///
    /// @throws EnvironmentMissing if they are elsewhere
    public static SpecFolder ofCheckout() {
        final Path classes =
                Path.of(
                        URI.create(
                                SpecFolder.class
                                        .getProtectionDomain()
                                        .getCodeSource()
                                        .getLocation()
                                        .toString()));
        for (Path folder = classes; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve(MODELS)) && Files.exists(folder.resolve(MUTANTS))) {
                return new SpecFolder(folder);
            }
        }
        throw new EnvironmentMissing(
                "no specification above " + classes + "; name one with --spec");
    }

    private void requirePairs() {
        for (final Equivalent equivalent : equivalents) {
            final String pair = equivalent.pair();
            if (isKnown(pair) && mutants.stream().noneMatch(one -> one.name().equals(pair))) {
                throw new IllegalArgumentException(
                        "equivalent.csv: " + MUTANTS + " has no " + pair);
            }
        }
    }

    private void readModels() throws IOException {
        for (final Map<String, String> row :
                read(MODELS, "model", "module", "tier", "distinct", "depth", "idle")) {
            final String distinct = row.get("distinct");
            final String depth = row.get("depth");
            final Model model =
                    new Model(
                            row.get("model"),
                            row.get("module"),
                            Tier.valueOf(row.get("tier").toUpperCase(Locale.ROOT)),
                            isKnown(distinct)
                                    ? OptionalLong.of(Long.parseLong(distinct))
                                    : OptionalLong.empty(),
                            depth(depth),
                            new TreeSet<>(List.of(words(row.get("idle")))));
            models.put(model.name(), model);
        }
    }

    private void readViolations() throws IOException {
        for (final Map<String, String> row :
                read(MUTANTS, "mutant", "rule", "model", "property", "depth")) {
            final String name = row.get("mutant");
            final String property = row.get("property");
            mutants.add(
                    new Violation(
                            name,
                            name,
                            row.get("model"),
                            property.replace(ALONE, ""),
                            property.endsWith(ALONE),
                            depth(row.get("depth"))));
        }
        for (final Map<String, String> row :
                read(SITUATIONS, "situation", "model", "invariant", "depth")) {
            situations.add(
                    new Violation(
                            row.get("situation"),
                            Violation.NO_BUG,
                            row.get("model"),
                            row.get("invariant"),
                            true,
                            depth(row.get("depth"))));
        }
    }

    private List<Map<String, String>> read(final String file, final String... columns)
            throws IOException {
        return Table.read(path.resolve(file), List.of(columns)).rows();
    }

    private static boolean isKnown(final String cell) {
        return !cell.isEmpty() && !cell.equals(UNKNOWN);
    }

    private static OptionalInt depth(final String cell) {
        return isKnown(cell) ? OptionalInt.of(Integer.parseInt(cell)) : OptionalInt.empty();
    }

    private static String[] words(final String cell) {
        return cell.isBlank() ? new String[0] : cell.split(" +");
    }

    /// Where it is.
    public Path path() {
        return path;
    }

    /// All models by name.
    Map<String, Model> models() {
        return models;
    }

    /// The planted bugs that must be found.
    List<Violation> mutants() {
        return mutants;
    }

    /// The rare situations that must be reached.
    List<Violation> situations() {
        return situations;
    }

    /// The planted bugs that must survive.
    List<Equivalent> equivalents() {
        return equivalents;
    }

    /// The properties of all models that no planted bug has to violate, though none is listed as
    /// such. What never failed is not known to be able to.
    SortedSet<String> untried() {
        final SortedSet<String> untried = new TreeSet<>();
        for (final String model : models.keySet()) {
            final Config config = config(model);
            untried.addAll(config.invariants());
            untried.addAll(config.properties());
        }
        mutants.forEach(mutant -> untried.remove(mutant.property()));
        untried.removeAll(unviolated);
        return untried;
    }

    /// What TLC checks of a model.
    ///
    /// @throws IllegalArgumentException if there is no such model
    Config config(final String model) {
        final Path file = path.resolve("models").resolve(model + ".cfg");
        if (!Files.exists(file)) {
            throw new IllegalArgumentException("there is no models/" + model + ".cfg");
        }
        try {
            return Config.parse(Files.readString(file));
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// The definitions that a model can use.
    SpecText text(final Model model) {
        try {
            return SpecText.read(path, model.module());
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Whether a warning of TLC is listed as harmless.
    boolean isAllowedWarning(final String text) {
        return allowedWarnings.stream().anyMatch(text::contains);
    }

    /// Commits what a run found about a model.
    void record(final String model, final Map<String, String> cells) throws IOException {
        Table.update(path.resolve(MODELS), Map.of("model", model), cells);
    }

    /// Commits the depth at which a planted bug or a situation was found.
    void recordDepth(final Violation violation, final int depth) throws IOException {
        final Map<String, String> key =
                violation.isPlanted()
                        ? Map.of(
                                "mutant",
                                violation.name(),
                                "model",
                                violation.model(),
                                "property",
                                violation.property() + (violation.isAlone() ? ALONE : ""))
                        : Map.of("situation", violation.name());
        Table.update(
                path.resolve(violation.isPlanted() ? MUTANTS : SITUATIONS),
                key,
                Map.of("depth", Integer.toString(depth)));
    }
}
