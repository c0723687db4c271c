package dev.bounce.sim;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/// A file for a result that takes long: opened before, so that a place that cannot be written is
/// refused while nothing is lost, and written beside the file that is there, which stays until the
/// new one is whole. Closing removes what was not finished.
final class ResultFile implements AutoCloseable {
    private final Path target;
    private final Path beside;

    /// What fills a file.
    interface Content {
        /// Writes all of it.
        ///
        /// @throws IOException if it cannot be written
        void writeTo(Path file) throws IOException;
    }

    private ResultFile(final Path target, final Path beside) {
        this.target = target;
        this.beside = beside;
    }

    /// Makes an empty file beside the one that will be written. What is neither a file nor a
    /// folder, as a pipe, is written as it stands.
    ///
    /// @throws IOException if it cannot be written
    static ResultFile open(final Path path) throws IOException {
        // A link stays one: what it points to is replaced.
        final Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        if (Files.isDirectory(target)) {
            throw new FileSystemException(path.toString(), null, "it is a folder");
        }
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw new AccessDeniedException(path.toString());
        }
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            return new ResultFile(target, target);
        }
        final Path beside =
                target.resolveSibling(
                        "." + target.getFileName() + "." + ProcessHandle.current().pid() + ".part");
        Files.newOutputStream(beside, StandardOpenOption.CREATE, StandardOpenOption.WRITE).close();
        beside.toFile().deleteOnExit();
        return new ResultFile(target, beside);
    }

    /// Writes a text, and then puts it in the place of what is there.
    void write(final String text) throws IOException {
        write(file -> Files.writeString(file, text));
    }

    /// Writes all of it, and then puts it in the place of what is there.
    void write(final Content content) throws IOException {
        content.writeTo(beside);
        if (!beside.equals(target)) {
            Files.move(beside, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    @Override
    public void close() {
        try {
            if (!beside.equals(target)) {
                Files.deleteIfExists(beside);
            }
        } catch (final IOException stays) {
            // An empty file is left over, no result is lost: nothing to stop for.
        }
    }
}
