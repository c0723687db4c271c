package dev.bounce.spec.trace;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Tells apart builds of the code that a trace depends on, committed or not: a checksum of all
/// class files of the modules. Two builds with one fingerprint give the same trace.
public final class BuildFingerprint {
    private BuildFingerprint() {}

    /// Fingerprint of the modules that hold these classes, 8 hexadecimal digits each, in their
    /// order, between dots.
    public static String of(final Class<?>... members) {
        final StringBuilder text = new StringBuilder();
        for (final Class<?> member : members) {
            text.append(text.isEmpty() ? "" : ".").append(checksum(member));
        }
        return text.toString();
    }

    private static String checksum(final Class<?> member) {
        try {
            final Path home =
                    Path.of(member.getProtectionDomain().getCodeSource().getLocation().toURI());
            if (Files.isDirectory(home)) {
                return checksum(home);
            }
            try (FileSystem archive = FileSystems.newFileSystem(home)) {
                return checksum(archive.getPath("/"));
            }
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (final URISyntaxException impossible) {
            throw new AssertionError("where is " + member, impossible);
        }
    }

    private static String checksum(final Path home) throws IOException {
        final List<Path> files;
        try (Stream<Path> found = Files.walk(home)) {
            files =
                    found.filter(file -> file.toString().endsWith(".class"))
                            .sorted((one, other) -> one.toString().compareTo(other.toString()))
                            .toList();
        }
        final CRC32C sum = new CRC32C();
        for (final Path file : files) {
            sum.update(home.relativize(file).toString().getBytes());
            sum.update(Files.readAllBytes(file));
        }
        return String.format("%08x", sum.getValue());
    }
}
