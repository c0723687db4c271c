package dev.bounce.spec.tlc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;

/// A folder that one run has for itself, gone when it is closed. TLC names its own folder by the
/// second, and unpacks its modules into the temp folder, so runs that share one can break another.
final class WorkFolder implements AutoCloseable {
    /// Name of the configuration.
    static final String CONFIG = "model.cfg";

    private final Path path;

    /// In the folder for temporary files.
    WorkFolder() throws IOException {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /// @param parent where to make it
    WorkFolder(final Path parent) throws IOException {
        path = Files.createTempDirectory(parent, "bounce-tlc");
        Files.createDirectory(temp());
    }

    Path path() {
        return path;
    }

    /// What the run uses as temp folder.
    Path temp() {
        return path.resolve("tmp");
    }

    /// Where TLC keeps states; it makes this folder.
    Path states() {
        return path.resolve("states");
    }

    /// Copies what a run reads: all modules of the specification, the configuration, and the root
    /// module if it was made for this run. TLC finds all of them only in its working folder.
    void fill(final TlcJob job) throws IOException {
        try (Stream<Path> modules = Files.list(job.folder())) {
            for (final Path module :
                    modules.filter(file -> file.toString().endsWith(".tla")).toList()) {
                Files.copy(module, path.resolve(module.getFileName()));
            }
        }
        Files.writeString(path.resolve(CONFIG), job.config().text());
        if (job.input().isPresent()) {
            Files.writeString(path.resolve(TlcJob.INPUT), job.input().orElseThrow());
        }
        if (job.moduleText().isPresent()) {
            Files.writeString(path.resolve(job.module() + ".tla"), job.moduleText().orElseThrow());
        }
    }

    @Override
    public void close() {
        // A process that was killed may still be in the middle of making a file.
        for (int attempt = 0; attempt < 3 && Files.exists(path); attempt++) {
            try {
                Files.walkFileTree(path, new Deletion());
            } catch (final IOException failed) {
                if (attempt == 2) {
                    throw new UncheckedIOException(failed);
                }
            }
        }
    }

    private static final class Deletion extends SimpleFileVisitor<Path> {
        @Override
        public FileVisitResult visitFile(final Path file, final BasicFileAttributes attributes)
                throws IOException {
            Files.deleteIfExists(file);
            return FileVisitResult.CONTINUE;
        }

        @Override
        public FileVisitResult visitFileFailed(final Path file, final IOException failed)
                throws IOException {
            if (failed instanceof NoSuchFileException) {
                return FileVisitResult.CONTINUE;
            }
            throw failed;
        }

        @Override
        public FileVisitResult postVisitDirectory(final Path folder, final IOException failed)
                throws IOException {
            Files.deleteIfExists(folder);
            return FileVisitResult.CONTINUE;
        }
    }
}
