package dev.bounce.sim.check;

import java.util.Arrays;

/// What really happened to the chunks of one flow at its receiver.
public final class FlowHistory {
    private final Life receiver;
    private int[] scatters = new int[8];
    private boolean[] landed = new boolean[8];
    private int landedCount;

    /// @param receiver the life that scatters
    FlowHistory(final Life receiver) {
        this.receiver = receiver;
    }

    /// The life that scatters.
    public Life receiver() {
        return receiver;
    }

    /// Scatters started of a chunk.
    public int scatters(final int chunk) {
        return chunk < scatters.length ? scatters[chunk] : 0;
    }

    /// Whether a scatter of the chunk ended well.
    public boolean hasLanded(final int chunk) {
        return chunk < landed.length && landed[chunk];
    }

    /// Chunks whose scatter ended well.
    public int landedCount() {
        return landedCount;
    }

    void scatterStarted(final int chunk) {
        reach(chunk);
        scatters[chunk]++;
    }

    void chunkLanded(final int chunk) {
        reach(chunk);
        if (!landed[chunk]) {
            landed[chunk] = true;
            landedCount++;
        }
    }

    private void reach(final int chunk) {
        if (chunk >= scatters.length) {
            final int length = Math.max(2 * scatters.length, chunk + 1);
            scatters = Arrays.copyOf(scatters, length);
            landed = Arrays.copyOf(landed, length);
        }
    }
}
