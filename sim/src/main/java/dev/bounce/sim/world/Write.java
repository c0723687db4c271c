package dev.bounce.sim.world;

import dev.bounce.sim.check.WriteRecord;

/// One write on its way through the data plane.
final class Write {
    private final WriteRecord record;
    private final long writeId;
    private final long notAfterNanos;
    private final PlaneEnd plane;
    private final int pair;
    private final long ordinal;

    /// The bytes, once they are no longer read from the staging region.
    byte[] snapshot;

    /// Bytes that have landed.
    long landedBytes;

    /// End of the last byte that has landed.
    long landedEnd;

    /// Changes when the pieces that are on their way are planned anew.
    int plan;

    /// Whether its end was reported.
    boolean ended;

    /// Whether its process died under it.
    boolean zombie;

    Write(
            final WriteRecord record,
            final long writeId,
            final long notAfterNanos,
            final PlaneEnd plane,
            final int pair,
            final long ordinal) {
        this.record = record;
        this.writeId = writeId;
        this.notAfterNanos = notAfterNanos;
        this.plane = plane;
        this.pair = pair;
        this.ordinal = ordinal;
    }

    WriteRecord record() {
        return record;
    }

    long writeId() {
        return writeId;
    }

    long notAfterNanos() {
        return notAfterNanos;
    }

    PlaneEnd plane() {
        return plane;
    }

    /// Key of its decisions: the pair of agents.
    int pair() {
        return pair;
    }

    /// Key of its decisions: the number of the write within the pair.
    long ordinal() {
        return ordinal;
    }

    /// A decision about it, uniform in `[0, bound)`.
    long detail(final Dice dice, final long which, final long bound) {
        return dice.below(Topic.WRITE, pair, ordinal << 8 | which, bound);
    }

    /// A time of its own, log-uniform in `[low, high]`.
    long draw(final Dice dice, final long which, final long low, final long high) {
        return dice.logBetween(Topic.WRITE, pair, ordinal << 8 | which, low, high);
    }

    /// Takes the bytes out of the staging region, which may be used for something else then.
    void takeSnapshot() {
        final Memory memory = plane.owner().memory;
        if (snapshot == null && memory.hasBytes()) {
            final byte[] arena = memory.arena();
            snapshot = new byte[(int) record.bytes()];
            System.arraycopy(arena, (int) record.sourceRegion(), snapshot, 0, snapshot.length);
        }
    }
}
