package dev.bounce.sim;

/// One part of a campaign that several machines run.
///
/// @param index 1 to `count`
/// @param count of all parts, at least 1
public record Shard(int index, int count) {
    /// The only part of a campaign that is not divided.
    public static final Shard WHOLE = new Shard(1, 1);

    private static final int MOST = 1_000_000;

    /// Reads `INDEX/COUNT`.
    ///
    /// @throws IllegalArgumentException in one line that names the value and says what to write
    public static Shard parse(final String text) {
        final String[] parts = text.split("/", -1);
        if (parts.length == 2) {
            try {
                final int index = Integer.parseInt(parts[0]);
                final int count = Integer.parseInt(parts[1]);
                if (index >= 1 && index <= count && count <= MOST) {
                    return new Shard(index, count);
                }
            } catch (final NumberFormatException malformed) {
                // Falls through to the message below, which names the whole argument.
            }
        }
        throw new IllegalArgumentException(
                "'" + text + "' is not a shard, write INDEX/COUNT, for example 3/16, INDEX from 1");
    }

    /// The seeds of this part: the parts follow each other and differ by one seed at most.
    ///
    /// @throws IllegalArgumentException in one line if there are fewer seeds than parts
    public SeedRange of(final SeedRange whole) {
        final long size = whole.size();
        if (size < count) {
            throw new IllegalArgumentException(
                    "'" + this + "' divides " + size + " seeds into " + count + " parts");
        }
        final long first = whole.first() + size * (index - 1) / count;
        final long end = whole.first() + size * index / count;
        return new SeedRange(first, end - 1);
    }

    @Override
    public String toString() {
        return index + "/" + count;
    }
}
