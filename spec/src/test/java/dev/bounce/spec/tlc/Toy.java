package dev.bounce.spec.tlc;

import dev.bounce.spec.tla.Config;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;

/// A small specification with planted bugs, `Credit.tla` of the test resources.
public final class Toy {
    /// Name of its module.
    public static final String MODULE = "Credit";

    private static final long LIMIT_SECONDS = 300;

    private Toy() {}

    /// Its folder, as a specification has it.
    public static Path folder() {
        try {
            return Path.of(Toy.class.getResource("/toy/Credit.tla").toURI()).getParent();
        } catch (final URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// A copy that a test may change.
    public static Path copyTo(final Path target) throws IOException {
        try (Stream<Path> files = Files.walk(folder())) {
            for (final Path file : files.toList()) {
                final Path copy = target.resolve(folder().relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return target;
    }

    /// A configuration of the module.
    ///
    /// @param model `ok` or `live`
    static Config config(final String model) {
        try {
            return Config.parse(
                    Files.readString(folder().resolve("models").resolve(model + ".cfg")));
        } catch (final IOException failed) {
            throw new IllegalStateException(failed);
        }
    }

    /// The same with a planted bug.
    static Config config(final String model, final String bug) {
        return config(model).withConstant("Bug", '"' + bug + '"');
    }

    /// Runs TLC; no warning is harmless.
    static Verdict run(final Config config) throws InterruptedException {
        return run(job(config).counting());
    }

    /// Runs TLC; no warning is harmless.
    static Verdict run(final TlcJob job) throws InterruptedException {
        return new TlcRun(job, _ -> false).run(_ -> {});
    }

    static TlcJob job(final Config config) {
        return TlcJob.of(folder(), MODULE, config).brief(LIMIT_SECONDS);
    }

    /// A run of a module of its own that has one variable, `x`.
    static TlcJob ofModule(final String body, final String config) {
        final String text =
                "---- MODULE Own ----\nEXTENDS Naturals\nVARIABLE x\n" + body + "\n====\n";
        return job(Config.parse(config)).withModule("Own", text);
    }

    static List<String> actions(final Trace trace) {
        return trace.steps().stream().map(Step::action).toList();
    }
}
