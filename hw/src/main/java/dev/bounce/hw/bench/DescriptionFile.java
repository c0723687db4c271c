package dev.bounce.hw.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
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
            Files.writeString(part, text + System.lineSeparator());
            Files.move(
                    part,
                    path,
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
        } catch (final IOException failure) {
            throw new BenchException(
                    BenchException.ENVIRONMENT, "cannot write '" + name + "': " + failure);
        }
    }

    /// Reads it. Standard input is read once; later it says nothing new.
    ///
    /// @return `null` if it says what it said last time, or is not there
    /// @throws BenchException if it is no hexadecimal text
    byte[] readIfNew() throws BenchException {
        final String text;
        try {
            text = name.equals(STANDARD) ? readStandard() : Files.readString(Path.of(name));
        } catch (final IOException absent) {
            return null;
        }
        if (text == null || text.strip().equals(last)) {
            return null;
        }
        last = text.strip();
        try {
            return HexFormat.of().parseHex(last);
        } catch (final IllegalArgumentException malformed) {
            throw new BenchException(
                    BenchException.FAILED,
                    "'" + name + "' holds no description in hexadecimal text");
        }
    }

    private String readStandard() throws IOException {
        return last.isEmpty()
                ? new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
                        .readLine()
                : null;
    }
}
