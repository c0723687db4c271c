package dev.bounce.spec.tlc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/// A folder that one run has for itself, gone when it is closed or this JVM ends. TLC names its own
/// folder by the second, and unpacks its modules into the temp folder, so runs that share one can
/// break another.
///
/// What a JVM that was killed left behind goes when the next folder is made beside it. The lock on
/// a
/// file in it, which goes with its process, tells which one that is.
final class WorkFolder implements AutoCloseable {
    /// Name of the configuration.
    static final String CONFIG = "model.cfg";

    private static final String PREFIX = "bounce-tlc";
    private static final String LOCK = "lock";
    private static final int ATTEMPTS = 20;
    private static final long PAUSE_NANOS = 20_000_000;

    /// Those of this JVM. Whoever opens and closes the file of a lock that the same process holds,
    /// releases the lock.
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path path;
    private final FileChannel lock;
    private final Thread deletion = Thread.ofPlatform().unstarted(this::delete);

    /// In the folder for temporary files.
    WorkFolder() throws IOException {
        this(Path.of(System.getProperty("java.io.tmpdir")));
    }

    /// @param parent where to make it
    WorkFolder(final Path parent) throws IOException {
        deleteAbandoned(parent);
        path = Files.createTempDirectory(parent, PREFIX).toAbsolutePath();
        OWN.add(path);
        Runtime.getRuntime().addShutdownHook(deletion);
        final Path unlocked = path.resolve("un" + LOCK);
        lock = FileChannel.open(unlocked, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        lock.lock();
        Files.move(unlocked, path.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
        Files.createDirectory(temp());
    }

    private static void deleteAbandoned(final Path parent) throws IOException {
        final List<Path> others;
        try (Stream<Path> all = Files.list(parent)) {
            others =
                    all.filter(path -> path.getFileName().toString().startsWith(PREFIX))
                            .filter(path -> !OWN.contains(path.toAbsolutePath()))
                            .filter(path -> Files.isWritable(path.resolve(LOCK)))
                            .toList();
        }
        for (final Path other : others) {
            try (FileChannel held =
                    FileChannel.open(other.resolve(LOCK), StandardOpenOption.WRITE)) {
                if (held.tryLock() != null) {
                    Files.walkFileTree(other, new Deletion());
                }
            } catch (final IOException goesJustNow) {
                // Its run deletes it, or another one does.
            }
        }
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
        delete();
        try {
            Runtime.getRuntime().removeShutdownHook(deletion);
        } catch (final IllegalStateException ending) {
            // The hook runs already.
        }
    }

    private void delete() {
        // A process that was killed may still be in the middle of making a file.
        for (int attempt = 1; Files.exists(path); attempt++) {
            try {
                Files.walkFileTree(path, new Deletion());
            } catch (final IOException failed) {
                if (attempt == ATTEMPTS) {
                    throw new UncheckedIOException(failed);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
        OWN.remove(path);
        try {
            lock.close();
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
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
