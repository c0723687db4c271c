package dev.bounce.sim.mutant;

import dev.bounce.sim.world.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// How a mutant was found.
///
/// @param profile of the seed
/// @param seed the first that finds it
/// @param checker name of the property that it violates
record Kill(Profile profile, long seed, String checker) {
    private static final String HEAD = "mutant,profile,seed,checker";

    /// What is recorded, by the mutant's name.
    static Map<String, Kill> recorded() {
        final Map<String, Kill> kills = new TreeMap<>();
        try (InputStream in = Kill.class.getResourceAsStream("/mutants/kills.csv")) {
            if (in == null) {
                return kills;
            }
            final BufferedReader reader =
                    new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
            reader.lines().skip(1).map(line -> line.split(",")).forEach(row -> put(kills, row));
            return kills;
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static void put(final Map<String, Kill> kills, final String[] row) {
        kills.put(row[0], new Kill(Profile.parse(row[1]), Long.parseLong(row[2]), row[3]));
    }

    /// The lines of a record.
    static List<String> lines(final Map<String, Kill> kills) {
        final List<String> lines = new ArrayList<>();
        lines.add(HEAD);
        for (final Map.Entry<String, Kill> entry : new TreeMap<>(kills).entrySet()) {
            final Kill kill = entry.getValue();
            lines.add(
                    entry.getKey()
                            + ","
                            + kill.profile.label()
                            + ","
                            + kill.seed
                            + ","
                            + kill.checker);
        }
        return lines;
    }
}
