package dev.bounce.sim;

import dev.bounce.sim.world.Profile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Another virtual machine that runs seeds: it compiles in another way or not at all, collects its
/// garbage in another way and makes identity hashes in another way. Nothing of that may change what
/// a seed does.
final class SecondMachine {
    private static final List<String> FLAGS =
            List.of("-XX:+UseG1GC", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3");

    private final List<String> program;

    /// How it runs, if it does.
    enum Mode {
        /// Not at all.
        OFF,
        /// Compiled, but by the quick compiler only.
        COMPILED,
        /// Interpreted, several times slower.
        INTERPRETED;

        private String flag() {
            return this == INTERPRETED ? "-Xint" : "-XX:TieredStopAtLevel=1";
        }
    }

    /// The simulator itself.
    SecondMachine() {
        this(List.of(Main.class.getName(), "sim"));
    }

    /// @param program main class and arguments; `--hashes` makes it print seed and hash of one seed
    ///     in [Campaign#RERUN_EVERY], `--steps` the lines of [FirstDifference] of one seed
    SecondMachine(final List<String> program) {
        this.program = program;
    }

    /// Starts to make the hashes of one seed in [Campaign#RERUN_EVERY] of a range, the first
    /// included, while the caller does something else.
    ///
    /// @throws IOException if the other machine cannot be started
    Running hashes(final Mode mode, final SeedRange seeds, final Profile profile)
            throws IOException {
        return start(mode, "--hashes", seeds, profile);
    }

    /// Starts to tell every step of one seed.
    ///
    /// @throws IOException if the other machine cannot be started
    Running steps(final Mode mode, final long seed, final Profile profile) throws IOException {
        return start(mode, "--steps", SeedRange.of(seed), profile);
    }

    /// The seeds of a range of which it must tell the hash.
    static List<Long> expected(final SeedRange seeds) {
        final List<Long> expected = new ArrayList<>();
        for (long seed = seeds.first(); seed <= seeds.last(); seed += Campaign.RERUN_EVERY) {
            expected.add(seed);
        }
        return expected;
    }

    /// What the machine has printed for a range of seeds: one line for every seed that is expected.
    ///
    /// @throws IOException in one line if a seed is missing, there twice or was not asked for, or
    /// if
    ///     a line is none
    static Map<Long, Long> hashes(final List<String> lines, final SeedRange seeds)
            throws IOException {
        final Map<Long, Long> hashes = new TreeMap<>();
        final List<Long> missing = expected(seeds);
        for (final String line : lines) {
            final String[] parts = line.split(" ");
            try {
                final long seed = Long.parseLong(parts[0]);
                if (parts.length != 2 || !missing.remove(seed)) {
                    throw new IOException("nobody asked the second machine for '" + line + "'");
                }
                hashes.put(seed, Long.parseUnsignedLong(parts[1], 16));
            } catch (final NumberFormatException malformed) {
                throw new IOException(
                        "the second machine said '" + line + "', no seed and hash", malformed);
            }
        }
        if (!missing.isEmpty()) {
            throw new IOException(
                    "the second machine told no hash of "
                            + missing.size()
                            + " seeds, the first is "
                            + missing.getFirst());
        }
        return hashes;
    }

    private Running start(
            final Mode mode, final String option, final SeedRange seeds, final Profile profile)
            throws IOException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add(mode.flag());
        command.addAll(FLAGS);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(program);
        command.addAll(List.of(option, "--seeds", seeds.toString(), "--profile", profile.label()));
        final Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        return new Running(process, seeds);
    }

    /// One run of the machine. Closing ends it.
    static final class Running implements AutoCloseable {
        private final Process process;
        private final SeedRange seeds;
        private final BufferedReader printed;

        private Running(final Process process, final SeedRange seeds) {
            this.process = process;
            this.seeds = seeds;
            printed = process.inputReader();
        }

        /// Waits for the end and has one hash of every seed that is [#expected].
        ///
        /// @throws IOException in one line if the machine does not end well or says less or more
        Map<Long, Long> hashes() throws IOException, InterruptedException {
            final List<String> lines = printed.lines().toList();
            if (process.waitFor() != 0) {
                throw new IOException("the second machine ended with " + process.exitValue());
            }
            return SecondMachine.hashes(lines, seeds);
        }

        /// The next line as it stands, `null` at the end.
        String line() throws IOException {
            return printed.readLine();
        }

        @Override
        public void close() {
            process.destroy();
        }
    }
}
