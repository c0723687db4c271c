package dev.bounce.model.plan;

import java.util.Arrays;

/// Pairs of source and destination of equal length, as parallel arrays in caller order. Valid once
/// made: addresses are unsigned 64-bit, lengths are below 2^63, and no `address + length` reaches
/// 2^64. Whether destinations overlap is a question of its own, because the answer costs a sort.
///
/// The arrays are owned by this object once it is made and must not be changed by anyone; plans go
/// on using them. What is asked of each list (counts, totals, devices, bounds, whether all pairs
/// are alike) is found when it is made.
public final class DescriptorPairs {
    private static final int[] ONE_DEVICE = {0};
    private static final long LOW_HALF = 0xFFFF_FFFFL;

    private final long[] source;
    private final long[] destination;
    private final long[] bytes;
    private final int[] sourceDevice;
    private final int[] destinationDevice;
    private final boolean isUniform;
    private final int nonEmptyCount;
    private final long totalBytes;
    private final long longestBytes;
    private final long lowestSource;
    private final long sourceEnd;
    private final long lowestDestination;
    private final long destinationEnd;
    private final int sourceDeviceMismatch;
    private final int destinationDeviceMismatch;

    /// Two pairs that write a common byte.
    ///
    /// @param first index of one pair
    /// @param second index of the other, larger than `first`
    /// @param address a byte that both write
    public record Overlap(int first, int second, long address) {}

    /// Checks and takes over the arrays.
    ///
    /// @param source address of each source
    /// @param destination address of each destination
    /// @param bytes length of each pair; zero-length pairs are skipped and counted by the planner
    /// @param sourceDevice device of each source, or one entry for all
    /// @param destinationDevice device of each destination, or one entry for all
    /// @throws IllegalArgumentException if counts differ, a length is 2^63 or more, or an address
    ///     plus its length reaches 2^64; names the lowest index at fault
    public DescriptorPairs(
            final long[] source,
            final long[] destination,
            final long[] bytes,
            final int[] sourceDevice,
            final int[] destinationDevice) {
        requireCounts(source, destination, bytes, sourceDevice, destinationDevice);
        this.source = source;
        this.destination = destination;
        this.bytes = bytes;
        this.sourceDevice = sourceDevice;
        this.destinationDevice = destinationDevice;

        long faults = 0;
        long lowSum = 0;
        long highSum = 0;
        long longest = 0;
        long nonEmpty = 0;
        // Unsigned order is signed order with the top bit turned.
        long fromLow = Long.MAX_VALUE;
        long fromEnd = Long.MIN_VALUE;
        long toLow = Long.MAX_VALUE;
        long toEnd = Long.MIN_VALUE;
        for (int i = 0; i < bytes.length; i++) {
            final long length = bytes[i];
            // With a length below 2^63 a sum wraps exactly when its sign bit falls.
            faults |=
                    length
                            | source[i] & ~(source[i] + length)
                            | destination[i] & ~(destination[i] + length);
            lowSum += length & LOW_HALF;
            highSum += length >>> 32;
            longest = Math.max(longest, length);
            nonEmpty += -length >>> 63;
            fromLow = Math.min(fromLow, source[i] ^ Long.MIN_VALUE);
            fromEnd = Math.max(fromEnd, source[i] + length ^ Long.MIN_VALUE);
            toLow = Math.min(toLow, destination[i] ^ Long.MIN_VALUE);
            toEnd = Math.max(toEnd, destination[i] + length ^ Long.MIN_VALUE);
        }
        long different = 0;
        long apart = -1;
        for (int i = 1; i < bytes.length; i++) {
            final long length = bytes[i - 1];
            final long gap =
                    source[i] - source[i - 1] - length
                            | destination[i] - destination[i - 1] - length;
            different |= bytes[i] ^ length;
            apart &= gap | -gap; // the sign bit of x | -x is that of x != 0
        }
        if (faults < 0) {
            throw firstFault();
        }
        isUniform = different == 0 && apart < 0;
        nonEmptyCount = (int) nonEmpty;
        longestBytes = longest;
        lowestSource = fromLow ^ Long.MIN_VALUE;
        sourceEnd = fromEnd ^ Long.MIN_VALUE;
        lowestDestination = toLow ^ Long.MIN_VALUE;
        destinationEnd = toEnd ^ Long.MIN_VALUE;
        final long high = highSum + (lowSum >>> 32);
        totalBytes = high >>> 31 != 0 ? Long.MAX_VALUE : high << 32 | lowSum & LOW_HALF;
        sourceDeviceMismatch = firstMismatch(sourceDevice);
        destinationDeviceMismatch = firstMismatch(destinationDevice);
    }

    /// The same as the constructor.
    ///
    /// @throws IllegalArgumentException as the constructor does
    public static DescriptorPairs of(
            final long[] source,
            final long[] destination,
            final long[] bytes,
            final int[] sourceDevice,
            final int[] destinationDevice) {
        return new DescriptorPairs(source, destination, bytes, sourceDevice, destinationDevice);
    }

    /// Pairs whose sources are all on device 0, and whose destinations are too.
    ///
    /// @throws IllegalArgumentException as the constructor does
    public static DescriptorPairs of(
            final long[] source, final long[] destination, final long[] bytes) {
        return new DescriptorPairs(source, destination, bytes, ONE_DEVICE, ONE_DEVICE);
    }

    /// Address of each source.
    public long[] source() {
        return source;
    }

    /// Address of each destination.
    public long[] destination() {
        return destination;
    }

    /// Length of each pair.
    public long[] bytes() {
        return bytes;
    }

    /// Device of each source, or one entry for all.
    public int[] sourceDevice() {
        return sourceDevice;
    }

    /// Device of each destination, or one entry for all.
    public int[] destinationDevice() {
        return destinationDevice;
    }

    /// Number of pairs, empty ones included.
    public int size() {
        return bytes.length;
    }

    /// Whether all pairs are of one length and no pair continues the one before on both sides: as
    /// the blocks of a KV cache mostly are. Nothing can be merged then in caller order.
    boolean isUniform() {
        return isUniform;
    }

    /// Number of pairs with at least one byte.
    public int nonEmptyCount() {
        return nonEmptyCount;
    }

    /// Sum of the lengths, 2^63 - 1 if it is more than that.
    public long totalBytes() {
        return totalBytes;
    }

    /// Longest pair, 0 if there is none.
    public long longestBytes() {
        return longestBytes;
    }

    /// Lowest address of a source, unsigned; without meaning if there is no pair.
    public long lowestSource() {
        return lowestSource;
    }

    /// Lowest address of a destination, unsigned; without meaning if there is no pair.
    public long lowestDestination() {
        return lowestDestination;
    }

    /// Whether all sources, empty ones too, are in `[base, base + length)`, and there is a pair.
    ///
    /// @param length unsigned; `base + length` does not wrap
    public boolean hasSourcesWithin(final long base, final long length) {
        return isWithin(base, length, lowestSource, sourceEnd);
    }

    /// The same of the destinations.
    public boolean hasDestinationsWithin(final long base, final long length) {
        return isWithin(base, length, lowestDestination, destinationEnd);
    }

    private boolean isWithin(
            final long base, final long length, final long lowest, final long end) {
        return bytes.length != 0
                && Long.compareUnsigned(base, lowest) <= 0
                && Long.compareUnsigned(end - base, length) <= 0;
    }

    /// Lowest index whose source is on another device than the first source, -1 if all are on one.
    public int sourceDeviceMismatch() {
        return sourceDeviceMismatch;
    }

    /// Lowest index whose destination is on another device than the first destination, -1 if all
    /// are on one.
    public int destinationDeviceMismatch() {
        return destinationDeviceMismatch;
    }

    /// Lowest index of a pair longer than `limitBytes`, -1 if none is.
    public int firstLongerThan(final long limitBytes) {
        if (longestBytes > limitBytes) {
            for (int i = 0; i < bytes.length; i++) {
                if (bytes[i] > limitBytes) {
                    return i;
                }
            }
        }
        return -1;
    }

    /// Two pairs that write a common byte, or `null` if no two do. Sorts, so it is not part of the
    /// gate; an application that may send such a list asks before it submits.
    public Overlap overlappingDestination() {
        final long shared = AddressSet.firstShared(destination, bytes);
        if (shared == AddressSet.NOTHING_SHARED) {
            return null;
        }
        int first = -1;
        for (int i = 0; i < bytes.length; i++) {
            if (Long.compareUnsigned(shared - destination[i], bytes[i]) >= 0) {
                continue;
            }
            if (first >= 0) {
                return new Overlap(first, i, shared);
            }
            first = i;
        }
        throw new AssertionError(
                "only pair " + first + " writes 0x" + Long.toHexString(shared) + ", not two");
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof DescriptorPairs pairs
                && Arrays.equals(source, pairs.source)
                && Arrays.equals(destination, pairs.destination)
                && Arrays.equals(bytes, pairs.bytes)
                && Arrays.equals(sourceDevice, pairs.sourceDevice)
                && Arrays.equals(destinationDevice, pairs.destinationDevice);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(source) + Arrays.hashCode(destination);
    }

    @Override
    public String toString() {
        return "DescriptorPairs[" + size() + " pairs, " + totalBytes + " bytes]";
    }

    private static void requireCounts(
            final long[] source,
            final long[] destination,
            final long[] bytes,
            final int[] sourceDevice,
            final int[] destinationDevice) {
        if (source.length != bytes.length || destination.length != bytes.length) {
            throw new IllegalArgumentException(
                    source.length
                            + " sources, "
                            + destination.length
                            + " destinations and "
                            + bytes.length
                            + " lengths: counts differ from pair "
                            + Math.min(Math.min(source.length, destination.length), bytes.length));
        }
        requireDevices("source", sourceDevice, bytes.length);
        requireDevices("destination", destinationDevice, bytes.length);
    }

    private static void requireDevices(final String side, final int[] device, final int pairs) {
        if (device.length != 1 && device.length != pairs) {
            throw new IllegalArgumentException(
                    device.length
                            + " "
                            + side
                            + " devices for "
                            + pairs
                            + " pairs: one for each or one for all");
        }
    }

    private static int firstMismatch(final int[] device) {
        for (int i = 1; i < device.length; i++) {
            if (device[i] != device[0]) {
                return i;
            }
        }
        return -1;
    }

    private IllegalArgumentException firstFault() {
        for (int i = 0; i < bytes.length; i++) {
            final String pair = "pair " + i + ": ";
            final String length = Long.toUnsignedString(bytes[i]);
            if (bytes[i] < 0) {
                return new IllegalArgumentException(pair + "length " + length + " is 2^63 or more");
            }
            if ((source[i] & ~(source[i] + bytes[i])) < 0) {
                return new IllegalArgumentException(
                        pair + "source 0x" + Long.toHexString(source[i]) + wraps(length));
            }
            if ((destination[i] & ~(destination[i] + bytes[i])) < 0) {
                return new IllegalArgumentException(
                        pair + "destination 0x" + Long.toHexString(destination[i]) + wraps(length));
            }
        }
        throw new AssertionError("no pair of " + bytes.length + " is at fault");
    }

    private static String wraps(final String length) {
        return " + " + length + " bytes reaches 2^64";
    }
}
