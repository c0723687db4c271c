package dev.bounce.engine;

import java.util.EnumMap;

/// Counts what an engine holds.
final class Census implements Inspection {
    private final EnumMap<RegionState, Integer> states = new EnumMap<>(RegionState.class);
    private int regions;
    int flows;
    int held;
    int requests;
    int reserved;
    long freeBytes;

    static Census of(final Engine engine) {
        final Census census = new Census();
        engine.inspect(census);
        return census;
    }

    int regions(final RegionState state) {
        return states.getOrDefault(state, 0);
    }

    int regions() {
        return regions;
    }

    @Override
    public void agent(final boolean isFailed) {}

    @Override
    public void region(
            final long offset,
            final long blockBytes,
            final RegionState state,
            final PlaneKey plane,
            final long rid,
            final int chunk,
            final long grantId,
            final boolean reserve) {
        states.merge(state, 1, Integer::sum);
        regions++;
        reserved += reserve ? 1 : 0;
    }

    @Override
    public void free(final long bytes) {
        freeBytes = bytes;
    }

    @Override
    public void flow(
            final PlaneKey plane,
            final long rid,
            final int held,
            final int window,
            final long headBytes,
            final boolean isHeldBack) {
        flows++;
        this.held += held;
    }

    @Override
    public void drain(final boolean isDraining, final boolean isPaused) {}

    @Override
    public void request(
            final long transferId,
            final PlaneKey plane,
            final long rid,
            final boolean closing,
            final boolean resolved) {
        requests++;
    }
}
