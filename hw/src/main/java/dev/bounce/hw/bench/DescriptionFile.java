package dev.bounce.hw.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HexFormat;

/// The description of an agent as one line of hexadecimal text, in a file or on standard output and
/// input (`-`).
final class DescriptionFile {
    private static final String STANDARD = "-";

    private final String name;
    private String last = "";

    DescriptionFile(final String name) {
        this.name = name;
    }

    /// Writes it whole or not at all: a reader never sees a part.
    ///
    /// @throws BenchException if the file cannot be written
    void write(final byte[] description, final PrintWriter out) throws BenchException {
        final String text = HexFormat.of().formatHex(description);
        if (name.equals(STANDARD)) {
            out.println(text);
            out.flush();
            return;
        }
        final Path path = Path.of(name).toAbsolutePath();
        try {
            final Path part = Files.createTempFile(path.getParent(), path.getFileName() + ".", "");
            try {
                Files.writeString(part, text + System.lineSeparator());
                Files.move(
                        part,
                        path,
                        StandardCopyOption.ATOMIC_MOVE,
                        StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(part);
            }
        } catch (final IOException failure) {
            throw new BenchException(
                    BenchException.ENVIRONMENT, "cannot write '" + name + "': " + failure);
        }
    }

    /// Reads it. Standard input is read once; later it says nothing new. Only a file that is not
    /// there is worth waiting for: one that is there is whole, see [#write].
    ///
    /// @return `null` if it says what it said last time, or is not there
    /// @throws BenchException if it cannot be read, or holds no hexadecimal text
    byte[] readIfNew() throws BenchException {
        final String text;
        try {
            text =
                    name.equals(STANDARD)
                            ? readStandard()
                            : Files.readString(Path.of(name), StandardCharsets.ISO_8859_1);
        } catch (final NoSuchFileException absent) {
            return null;
        } catch (final IOException unreadable) {
            throw new BenchException(
                    BenchException.FAILED, "cannot read '" + name + "': " + reason(unreadable));
        }
        if (text.strip().equals(last) && !last.isEmpty()) {
            return null;
        }
        last = text.strip();
        try {
            final byte[] description = HexFormat.of().parseHex(last);
            if (description.length > 0) {
                return description;
            }
        } catch (final IllegalArgumentException malformed) {
            // Told below.
        }
        throw new BenchException(
                BenchException.FAILED,
                "'%s' holds no description in hexadecimal text, but %s"
                        .formatted(name, last.isEmpty() ? "nothing" : "something else"));
    }

    private static String reason(final IOException failure) {
        return switch (failure) {
            case AccessDeniedException _ -> "permission denied";
            default -> failure.getMessage();
        };
    }

    private String readStandard() throws IOException {
        if (!last.isEmpty()) {
            return last;
        }
        final String line =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                        .readLine();
        return line == null ? "" : line;
    }
}
