package dev.bounce.model.wire;

/// 16 bytes that name a device, as two little-endian halves.
///
/// @param low bytes 0 to 7
/// @param high bytes 8 to 15
public record DeviceUuid(long low, long high) {
    /// Host memory.
    public static final DeviceUuid NONE = new DeviceUuid(0, 0);
}
