package dev.bounce.sim;

import dev.bounce.engine.Engine;
import dev.bounce.model.wire.Frame;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/// Names the code that decides what a seed does: results of different code are not added up.
final class Build {
    private static final List<Class<?>> ROOTS = List.of(Frame.class, Engine.class, Build.class);

    private Build() {}

    /// A checksum of the classes of model, engine and sim, 8 hexadecimal digits.
    static String id() {
        final CRC32C checksum = new CRC32C();
        try {
            for (final Class<?> root : ROOTS) {
                add(
                        checksum,
                        Path.of(root.getProtectionDomain().getCodeSource().getLocation().toURI()));
            }
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (final URISyntaxException malformed) {
            throw new IllegalStateException(malformed);
        }
        return HexFormat.of().toHexDigits((int) checksum.getValue());
    }

    private static void add(final CRC32C checksum, final Path place) throws IOException {
        try (Stream<Path> files = Files.walk(place)) {
            for (final Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                checksum.update(place.relativize(file).toString().getBytes(StandardCharsets.UTF_8));
                checksum.update(Files.readAllBytes(file));
            }
        }
    }
}
