package dev.bounce.sim.world;

/// The random decisions of one seed. A decision is drawn by its key (family, pair, ordinal) and not
/// by its position in the run, so that one decision more or less moves no other.
///
/// The mixer is the finalizer of SplitMix64 (Steele, Lea, Flood 2014).
public final class Dice {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;
    private static final int MILLION = 1_000_000;

    /// What all mixes of a seed begin with.
    private final long start;

    /// The decisions of `seed`.
    public Dice(final long seed) {
        start = scramble(seed + GOLDEN);
    }

    /// The finalizer of SplitMix64, a bijection of 64-bit words.
    public static long scramble(final long word) {
        long z = (word ^ word >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /// 64 bits that depend on all four words.
    public static long mix(
            final long seed, final long family, final long pair, final long ordinal) {
        return mixOn(scramble(seed + GOLDEN), family, pair, ordinal);
    }

    private static long mixOn(
            final long start, final long family, final long pair, final long ordinal) {
        long h = scramble(start + family * GOLDEN);
        h = scramble(h + pair * GOLDEN);
        return scramble(h + ordinal * GOLDEN);
    }

    /// The 64 bits of one decision.
    public long bits(final long family, final long pair, final long ordinal) {
        return mixOn(start, family, pair, ordinal);
    }

    /// True in `perMillion` of a million decisions.
    public boolean chance(
            final long family, final long pair, final long ordinal, final int perMillion) {
        return perMillion > 0 && below(family, pair, ordinal, MILLION) < perMillion;
    }

    /// Uniform in `[0, bound)`; `bound` is at least 1.
    public long below(final long family, final long pair, final long ordinal, final long bound) {
        return Math.unsignedMultiplyHigh(bits(family, pair, ordinal), bound);
    }

    /// Uniform in `[low, high]`.
    public long between(
            final long family,
            final long pair,
            final long ordinal,
            final long low,
            final long high) {
        return low + below(family, pair, ordinal, high - low + 1);
    }

    /// Log-uniform in `[low, high]`; `low` is at least 1.
    public long logBetween(
            final long family,
            final long pair,
            final long ordinal,
            final long low,
            final long high) {
        final double spread = StrictMath.log((double) high / low);
        final long drawn =
                (long) (low * StrictMath.exp(unit(family, pair, ordinal) * spread) + 0.5);
        return Math.clamp(drawn, low, high);
    }

    /// Exponentially distributed around `mean`.
    public long exponential(
            final long family, final long pair, final long ordinal, final long mean) {
        return (long) (-StrictMath.log(1 - unit(family, pair, ordinal)) * mean);
    }

    /// Uniform in `[0, 1)`.
    private double unit(final long family, final long pair, final long ordinal) {
        return (bits(family, pair, ordinal) >>> 11) * 0x1.0p-53;
    }
}
