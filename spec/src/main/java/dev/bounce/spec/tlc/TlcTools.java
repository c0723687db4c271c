package dev.bounce.spec.tlc;

import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;

/// Where the TLA+ tools are: the jar that `-Dtla2tools.jar=PATH` names, else that of the class
/// path.
public final class TlcTools {
    /// System property that names another jar.
    public static final String PROPERTY = "tla2tools.jar";
    private static final String MAIN_CLASS = "tlc2/TLC.class";

    private TlcTools() {}

    /// The jar.
    ///
    /// @throws EnvironmentMissing if there is none
    public static Path jar() {
        final String named = System.getProperty(PROPERTY);
        if (named != null) {
            final Path jar = Path.of(named);
            if (!Files.isRegularFile(jar)) {
                throw new EnvironmentMissing(
                        "-D" + PROPERTY + "=" + named + ": there is no such file");
            }
            return jar.toAbsolutePath();
        }
        final URL found = TlcTools.class.getClassLoader().getResource(MAIN_CLASS);
        if (found == null || !found.getProtocol().equals("jar")) {
            throw new EnvironmentMissing(
                    "no TLA+ tools on the class path; name a jar with -D" + PROPERTY + "=PATH");
        }
        final String inside = found.getPath();
        return Path.of(URI.create(inside.substring(0, inside.indexOf("!/"))));
    }

    /// Where the classes of this module are: a folder or a jar.
    static Path ownClasses() {
        return Path.of(
                URI.create(
                        TlcTools.class
                                .getProtectionDomain()
                                .getCodeSource()
                                .getLocation()
                                .toString()));
    }
}
