package dev.bounce.model.config;

import java.util.List;
import java.util.Map;

/// A configuration with the story of each value, as `./bounce config` shows it.
///
/// @param config what is in force
/// @param entries one per key, in the order of [ConfigKey]
/// @param derived values that follow from others, in a fixed order
public record ResolvedConfig(BounceConfig config, List<Entry> entries, List<Derived> derived) {
    /// Origin of a value that no source sets.
    public static final String DEFAULT_ORIGIN = "default";

    /// Copies the lists.
    public ResolvedConfig {
        entries = List.copyOf(entries);
        derived = List.copyOf(derived);
    }

    /// One key.
    ///
    /// @param key which
    /// @param origin the source that decided, [#DEFAULT_ORIGIN] if none
    /// @param requested what it says
    /// @param effective what is in force: the same value in its shortest form, unless clamped
    /// @param value what is in force in base units; 0 for a text
    /// @param note why it was clamped, empty if it was not
    public record Entry(
            ConfigKey key,
            String origin,
            String requested,
            String effective,
            long value,
            String note) {
        /// Whether the value in force is not the one that was asked for.
        public boolean isClamped() {
            return !note.isEmpty();
        }
    }

    /// One value that follows from others.
    ///
    /// @param name of the value, in the style of keys
    /// @param kind how it is written
    /// @param value in base units
    /// @param doc what it is, in one line
    public record Derived(String name, ValueKind kind, long value, String doc) {
        /// The value as it would be written.
        public String text() {
            return kind.format(value);
        }
    }

    /// Merges the layers, clamps and checks.
    ///
    /// @param layers strongest first; what none of them sets has its default
    /// @throws ConfigException on the first value in the order of [ConfigKey] that is malformed or
    ///     out of bounds, else with every relation that does not hold
    public static ResolvedConfig of(final List<ConfigLayer> layers) {
        return new Resolution(layers).resolve();
    }

    /// The usual sources: explicit settings over environment over defaults.
    ///
    /// @throws ConfigException as [#of(List)] does, and on an unknown key
    public static ResolvedConfig of(
            final Map<String, String> explicit, final Map<String, String> environment) {
        return of(
                List.of(
                        ConfigLayer.of("explicit", explicit),
                        ConfigLayer.environment(environment)));
    }
}
