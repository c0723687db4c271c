package dev.bounce.hw.copy;

/// How a job of many bytes is cut for the [CopyPool]: equal slices, small enough that urgent work
/// need not wait long and that the last slices of a job end at about the same time.
public final class Slices {
    /// Bytes of a slice; the last one of a job is smaller.
    public static final int BYTES = 256 << 10;

    private Slices() {}

    /// Number of slices of so many bytes.
    ///
    /// @throws ArithmeticException if there are 2^31 or more
    public static int count(final long bytes) {
        return Math.toIntExact((bytes + BYTES - 1) / BYTES);
    }

    /// First byte of a slice.
    public static long start(final int slice) {
        return (long) slice * BYTES;
    }

    /// End of a slice, exclusive.
    public static long end(final int slice, final long bytes) {
        return Math.min(bytes, start(slice) + BYTES);
    }
}
