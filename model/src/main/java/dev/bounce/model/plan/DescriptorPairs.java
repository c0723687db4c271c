package dev.bounce.model.plan;

/// Pairs of source and destination of equal length, as parallel arrays in caller order. Addresses
/// and lengths are unsigned 64-bit. The arrays are owned by this object once it is made.
///
/// @param source address of each source
/// @param destination address of each destination
/// @param bytes length of each pair; zero-length pairs are skipped and counted by the planner
/// @param sourceDevice device of each source, or one entry for all
/// @param destinationDevice device of each destination, or one entry for all
public record DescriptorPairs(
        long[] source,
        long[] destination,
        long[] bytes,
        int[] sourceDevice,
        int[] destinationDevice) {

    /// Number of pairs.
    public int size() {
        return bytes.length;
    }
}
