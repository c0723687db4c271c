package dev.bounce.model.agent;

import dev.bounce.model.MemoryKind;
import java.util.Arrays;
import java.util.Locale;

/// Ranges of one kind of memory, in caller order. Immutable.
public final class MemoryDescriptors {
    private final MemoryKind kind;
    private final long[] addresses;
    private final long[] bytes;
    private final int[] devices;

    private MemoryDescriptors(
            final MemoryKind kind,
            final long[] addresses,
            final long[] bytes,
            final int[] devices) {
        this.kind = kind;
        this.addresses = addresses;
        this.bytes = bytes;
        this.devices = devices;
    }

    /// Copies the arrays.
    ///
    /// @param addresses unsigned address of the first byte of each range
    /// @param bytes unsigned length of each range
    /// @param devices device of each range, or one entry for all
    /// @throws IllegalArgumentException if the arrays differ in length, or a range wraps
    public static MemoryDescriptors of(
            final MemoryKind kind,
            final long[] addresses,
            final long[] bytes,
            final int... devices) {
        final int size = addresses.length;
        if (bytes.length != size || devices.length != size && devices.length != 1) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%d addresses, %d lengths, %d devices",
                            size,
                            bytes.length,
                            devices.length));
        }
        for (int index = 0; index < size; index++) {
            if (Long.compareUnsigned(addresses[index] + bytes[index], addresses[index]) < 0) {
                throw new IllegalArgumentException(
                        String.format(
                                Locale.ROOT,
                                "descriptor %d at 0x%x with %s bytes wraps",
                                index,
                                addresses[index],
                                Long.toUnsignedString(bytes[index])));
            }
        }
        return new MemoryDescriptors(kind, addresses.clone(), bytes.clone(), devices.clone());
    }

    /// No ranges of that kind.
    public static MemoryDescriptors empty(final MemoryKind kind) {
        return new MemoryDescriptors(kind, new long[0], new long[0], new int[] {0});
    }

    /// The kind of memory of all of them, also when there are none.
    public MemoryKind kind() {
        return kind;
    }

    /// Number of ranges.
    public int size() {
        return addresses.length;
    }

    /// One of them.
    ///
    /// @param index `[0, size())`
    public MemoryDescriptor get(final int index) {
        return new MemoryDescriptor(
                addresses[index], bytes[index], devices[devices.length == 1 ? 0 : index]);
    }

    @Override
    public boolean equals(final Object other) {
        if (!(other instanceof MemoryDescriptors that) || kind != that.kind) {
            return false;
        }
        if (!Arrays.equals(addresses, that.addresses) || !Arrays.equals(bytes, that.bytes)) {
            return false;
        }
        for (int index = 0; index < size(); index++) {
            if (get(index).device() != that.get(index).device()) {
                return false;
            }
        }
        return true;
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(addresses) + Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return "MemoryDescriptors[" + kind + ", " + size() + " ranges]";
    }
}
