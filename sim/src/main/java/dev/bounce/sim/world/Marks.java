package dev.bounce.sim.world;

/// How often each [Mark] was hit.
public final class Marks {
    private final long[] hits = new long[Mark.values().length];

    /// Counts one hit.
    public void hit(final Mark mark) {
        hits[mark.ordinal()]++;
    }

    /// Counts many hits.
    public void hit(final Mark mark, final long times) {
        hits[mark.ordinal()] += times;
    }

    /// Hits so far.
    public long count(final Mark mark) {
        return hits[mark.ordinal()];
    }

    /// Adds the hits of another run.
    public void add(final Marks other) {
        for (int index = 0; index < hits.length; index++) {
            hits[index] += other.hits[index];
        }
    }
}
