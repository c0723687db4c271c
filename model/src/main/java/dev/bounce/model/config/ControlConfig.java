package dev.bounce.model.config;

/// Where control sockets listen.
///
/// @param bindHost literal address of one interface, 1 to 255 characters without blanks; loopback
///     unless somebody asks for more
/// @param bindPort `[0, 65535]`; 0 = any free one, read back after the bind
public record ControlConfig(String bindHost, int bindPort) {
    /// Checks each component.
    ///
    /// @throws IllegalArgumentException naming the component, its value and its range
    public ControlConfig {
        ConfigKey.CONTROL_BIND.require(bindHost);
        ConfigKey.CONTROL_PORT.require(bindPort);
    }
}
