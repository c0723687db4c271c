package dev.bounce.spec.trace;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// Writes lines to a file, in place of one that is there.
public final class TraceFileSink implements LineSink, AutoCloseable {
    private final BufferedWriter file;

    /// Opens the file.
    ///
    /// @throws IOException if it cannot be written
    public TraceFileSink(final Path path) throws IOException {
        file = Files.newBufferedWriter(path);
    }

    /// Writes a line.
    ///
    /// @throws UncheckedIOException if it cannot be written
    @Override
    public void line(final TraceLine line, final String text) {
        try {
            file.write(text);
            file.write('\n');
        } catch (final IOException full) {
            throw new UncheckedIOException(full);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
