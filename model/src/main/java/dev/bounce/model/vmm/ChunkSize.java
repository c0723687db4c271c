package dev.bounce.model.vmm;

/// The size of physical chunks of a pool.
public final class ChunkSize {
    private static final long SMALLEST = 2L << 20;
    private static final int MOST_DOUBLINGS = 4;

    private ChunkSize() {}

    /// 2 MiB for pools below 2 GiB, doubled with each doubling of the pool, at most 32 MiB. So
    /// agents with pools of different sizes have chunks of different sizes.
    ///
    /// @param quotaBytes of the pool, at least 0
    public static long ofQuota(final long quotaBytes) {
        final long gib = quotaBytes >>> 30;
        final int doublings = gib == 0 ? 0 : Long.SIZE - 1 - Long.numberOfLeadingZeros(gib);
        return SMALLEST << Math.min(MOST_DOUBLINGS, doublings);
    }
}
