package dev.bounce.model.config;

/// When a transfer is worth coalescing.
///
/// @param minDescriptors fewest descriptors, zero-length ones not counted, `[0, 2^31 - 1]`; 0 = no
///     threshold
/// @param maxAverageBytes largest average descriptor, `[0, 2^63 - 1]`; the last = no threshold
public record GateConfig(int minDescriptors, long maxAverageBytes) {
    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public GateConfig {
        ConfigKey.GATE_MIN_DESCRIPTORS.require(minDescriptors);
        ConfigKey.GATE_MAX_AVERAGE.require(maxAverageBytes);
    }
}
