package dev.bounce.hw.copy;

/// Which lane takes the next copy, where two lanes share the slots of a device: one that has a slot
/// free if any has, and of lanes with as many free slots the other one. One thread.
final class SlotShares {
    private final int[] free;
    private int last;

    /// @param slots at least as many as lanes
    /// @param lanes 1 or more
    SlotShares(final int slots, final int lanes) {
        free = new int[lanes];
        for (int slot = 0; slot < slots; slot++) {
            free[laneOf(slot)]++;
        }
        last = lanes - 1;
    }

    /// The lane that a slot belongs to.
    int laneOf(final int slot) {
        return slot % free.length;
    }

    /// Number of lanes.
    int lanes() {
        return free.length;
    }

    /// Takes a slot, or, if all are taken, a place behind one.
    ///
    /// @return its lane
    int take() {
        int best = (last + 1) % free.length;
        for (int lane = 0; lane < free.length; lane++) {
            if (free[lane] > free[best]) {
                best = lane;
            }
        }
        last = best;
        free[best]--;
        return best;
    }

    /// A copy of a lane has ended.
    void giveBack(final int lane) {
        free[lane]++;
    }
}
