package dev.bounce.sim;

import dev.bounce.sim.world.Profile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Runs seeds in another virtual machine that interprets, collects its garbage in another way and
/// makes identity hashes in another way: nothing of that may change what a seed does.
final class SecondMachine {
    private static final List<String> FLAGS =
            List.of("-Xint", "-XX:+UseG1GC", "-XX:+UnlockExperimentalVMOptions", "-XX:hashCode=3");

    private final List<String> program;

    /// The simulator itself.
    SecondMachine() {
        this(List.of(Main.class.getName(), "sim"));
    }

    /// @param program main class and arguments; prints seed and hash of each seed it is asked for
    SecondMachine(final List<String> program) {
        this.program = program;
    }

    /// The hashes of one seed in [Campaign#RERUN_EVERY] of a range, the first included.
    ///
    /// @throws IOException if the other machine cannot be started or does not end well
    Map<Long, Long> hashes(final SeedRange seeds, final Profile profile)
            throws IOException, InterruptedException {
        final List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        command.add("-cp");
        command.add(System.getProperty("java.class.path"));
        command.addAll(program);
        command.addAll(
                List.of("--hashes", "--seeds", seeds.toString(), "--profile", profile.label()));
        final Process process =
                new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
        final String printed =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException("the second virtual machine ended with " + process.exitValue());
        }
        final Map<Long, Long> hashes = new TreeMap<>();
        for (final String line : printed.lines().toList()) {
            final String[] parts = line.split(" ");
            hashes.put(Long.parseLong(parts[0]), Long.parseUnsignedLong(parts[1], 16));
        }
        return hashes;
    }
}
