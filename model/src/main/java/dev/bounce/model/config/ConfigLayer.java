package dev.bounce.model.config;

import dev.bounce.model.NearestName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/// What one source says about the configuration. Texts are not parsed yet; the keys are known.
///
/// @param origin the source, for people
/// @param settings in the order of their names
public record ConfigLayer(String origin, List<Setting> settings) {
    /// Copies the list.
    public ConfigLayer {
        settings = List.copyOf(settings);
    }

    /// One key that is set.
    ///
    /// @param key which
    /// @param name how the source calls it
    /// @param text the value as written
    public record Setting(ConfigKey key, String name, String text) {}

    /// Settings by the names of [ConfigKey#text()], from options or a property file.
    ///
    /// @throws ConfigException if a name is unknown
    public static ConfigLayer of(final String origin, final Map<String, String> values) {
        return read(origin, values, ConfigKey::text);
    }

    /// The variables of an environment that begin with `BOUNCE_`; the rest is not looked at.
    ///
    /// @throws ConfigException if a variable with that prefix is unknown
    public static ConfigLayer environment(final Map<String, String> environment) {
        final TreeMap<String, String> ours = new TreeMap<>(environment);
        ours.keySet().removeIf(name -> !name.startsWith(ConfigKey.ENVIRONMENT_PREFIX));
        return read("environment", ours, ConfigKey::environmentName);
    }

    private static ConfigLayer read(
            final String origin,
            final Map<String, String> values,
            final Function<ConfigKey, String> naming) {
        final List<Setting> settings = new ArrayList<>();
        new TreeMap<>(values)
                .forEach(
                        (name, text) ->
                                settings.add(new Setting(key(origin, name, naming), name, text)));
        return new ConfigLayer(origin, settings);
    }

    private static ConfigKey key(
            final String origin, final String name, final Function<ConfigKey, String> naming) {
        for (final ConfigKey key : ConfigKey.values()) {
            if (naming.apply(key).equals(name)) {
                return key;
            }
        }
        final List<String> known = Arrays.stream(ConfigKey.values()).map(naming).toList();
        throw new ConfigException(
                String.format(
                        Locale.ROOT,
                        "unknown key %s (%s): did you mean %s?",
                        OneLine.of(name),
                        origin,
                        NearestName.of(name, known)));
    }
}
