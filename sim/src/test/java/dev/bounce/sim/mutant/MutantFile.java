package dev.bounce.sim.mutant;

import dev.bounce.sim.world.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// Reads mutants from their resource files. A line is a key and its value; `mutant` begins the next
/// one, `-` is text to find and `+` what stands there instead, both may have several lines.
final class MutantFile {
    private static final List<String> FILES =
            List.of(
                    "sender.txt",
                    "receiver.txt",
                    "memory.txt",
                    "world.txt",
                    "lifecycle.txt",
                    "equivalent.txt",
                    "unreached.txt");

    private final String resource;
    private final List<Mutant> mutants = new ArrayList<>();
    private String name;
    private String rule;
    private String about;
    private List<Profile> profiles;
    private SortedMap<String, Long> knobs;
    private String coveredBy;
    private String pair;
    private String unreached;
    private List<Edit> edits;
    private String file;
    private List<String> find;
    private List<String> replace;

    private MutantFile(final String resource) {
        this.resource = resource;
    }

    /// All mutants, in the order of their files.
    static List<Mutant> readAll() {
        final List<Mutant> all = new ArrayList<>();
        for (final String resource : FILES) {
            all.addAll(read(resource));
        }
        return all;
    }

    private static List<Mutant> read(final String resource) {
        try (InputStream in = MutantFile.class.getResourceAsStream("/mutants/" + resource);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return parse(resource, reader.lines().toList());
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Reads the lines of one file.
    ///
    /// @throws IllegalArgumentException in one line that names file and line number
    static List<Mutant> parse(final String resource, final List<String> lines) {
        final MutantFile state = new MutantFile(resource);
        for (int number = 1; number <= lines.size(); number++) {
            final String line = lines.get(number - 1);
            if (!line.isBlank() && !line.startsWith("#")) {
                state.line(number, line);
            }
        }
        state.endMutant();
        return state.mutants;
    }

    private void line(final int number, final String line) {
        final int space = line.indexOf(' ');
        final String key = space < 0 ? line : line.substring(0, space);
        final String value = space < 0 ? "" : line.substring(space + 1);
        switch (key) {
            case "mutant" -> begin(value);
            case "rule" -> rule = value;
            case "about" -> about = value;
            case "profiles" ->
                    profiles = Arrays.stream(value.split(" ")).map(Profile::parse).toList();
            case "knobs" -> Arrays.stream(value.split(" ")).forEach(this::knob);
            case "coveredBy" -> coveredBy = value;
            case "pair" -> pair = value;
            case "unreached" -> unreached = value;
            case "file" -> {
                endEdit();
                file = path(value);
            }
            case "-" -> {
                if (!replace.isEmpty()) {
                    endEdit();
                }
                find.add(value);
            }
            case "+" -> replace.add(value);
            default ->
                    throw new IllegalArgumentException(
                            resource + " line " + number + ": '" + key + "' is not a key");
        }
    }

    private void knob(final String setting) {
        final String[] parts = setting.split("=");
        knobs.put(parts[0], Long.parseLong(parts[1]));
    }

    private void begin(final String begun) {
        endMutant();
        name = begun;
        rule = "";
        about = "";
        profiles = List.of(Profile.DEFAULT, Profile.CHAOS, Profile.RESTART, Profile.DUPLEX);
        knobs = new TreeMap<>();
        coveredBy = null;
        pair = null;
        unreached = null;
        edits = new ArrayList<>();
        find = new ArrayList<>();
        replace = new ArrayList<>();
    }

    private void endEdit() {
        if (!find.isEmpty()) {
            final String instead = replace.stream().collect(Collectors.joining("\n"));
            edits.add(new Edit(file, String.join("\n", find), instead));
        }
        find = new ArrayList<>();
        replace = new ArrayList<>();
    }

    private void endMutant() {
        if (name == null) {
            return;
        }
        endEdit();
        mutants.add(
                new Mutant(
                        name,
                        rule,
                        about,
                        profiles,
                        knobs,
                        List.copyOf(edits),
                        coveredBy,
                        pair,
                        unreached));
    }

    /// `engine/Closing` and `model/plan/RunBounds` are short for their files.
    private static String path(final String value) {
        final int slash = value.indexOf('/');
        final String module = value.substring(0, slash);
        return module + "/src/main/java/dev/bounce/" + value + ".java";
    }
}
