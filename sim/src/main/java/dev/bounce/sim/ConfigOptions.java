package dev.bounce.sim;

import dev.bounce.model.config.ConfigException;
import dev.bounce.model.config.ConfigLayer;
import dev.bounce.model.config.ResolvedConfig;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// How a command is configured: options over a file over the environment over the defaults.
final class ConfigOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "Set one key; repeatable; wins over --config and the environment.")
    private final Map<String, String> settings = new TreeMap<>();

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "Read keys from a property file; wins over the environment.")
    private Path file;

    /// Reads and checks everything.
    ///
    /// @throws ParameterException naming what is wrong
    ResolvedConfig resolve(final Map<String, String> environment) {
        try {
            final List<ConfigLayer> layers = new ArrayList<>();
            layers.add(ConfigLayer.of("-D", settings));
            if (file != null) {
                layers.add(ConfigLayer.of(file.toString(), read()));
            }
            layers.add(ConfigLayer.environment(environment));
            return ResolvedConfig.of(layers);
        } catch (final ConfigException mistake) {
            throw new ParameterException(spec.commandLine(), mistake.getMessage(), mistake);
        }
    }

    private Map<String, String> read() {
        try (Reader reader = Files.newBufferedReader(file)) {
            return StrictProperties.read(reader);
        } catch (final NoSuchFileException _) {
            throw mistake("no such file");
        } catch (final CharacterCodingException _) {
            throw mistake("not UTF-8");
        } catch (final IOException failure) {
            throw mistake("cannot be read: " + failure.getMessage());
        } catch (final IllegalArgumentException malformed) {
            throw mistake(malformed.getMessage());
        }
    }

    private ParameterException mistake(final String what) {
        return new ParameterException(spec.commandLine(), "--config " + file + ": " + what);
    }
}
