package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class SlotSharesTest {
    @Test
    void shouldTakeLanesInTurn() {
        final SlotShares shares = new SlotShares(4, 2);
        assertEquals(
                List.of(0, 1, 0, 1),
                List.of(shares.take(), shares.take(), shares.take(), shares.take()));
    }

    @Test
    void shouldTakeTheLaneWhereASlotIsFree() {
        final SlotShares shares = new SlotShares(4, 2);
        for (int copy = 0; copy < 4; copy++) {
            shares.take();
        }
        shares.giveBack(0);
        assertEquals(0, shares.take());
        shares.giveBack(0);
        shares.giveBack(0);
        assertEquals(List.of(0, 0), List.of(shares.take(), shares.take()));
    }

    @Property
    void shouldNeverLetACopyWaitWhileASlotIsFree(
            @ForAll @IntRange(min = 1, max = 9) final int slots,
            @ForAll @IntRange(min = 1, max = 4) final int most,
            @ForAll final List<Boolean> takes) {
        final int lanes = Math.min(most, slots);
        final SlotShares shares = new SlotShares(slots, lanes);
        final int[] own = new int[lanes];
        for (int slot = 0; slot < slots; slot++) {
            own[shares.laneOf(slot)]++;
        }
        final List<Deque<Integer>> running = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) {
            running.add(new ArrayDeque<>());
        }
        int under = 0;
        for (final boolean take : takes) {
            if (take && under < slots) {
                final int lane = shares.take();
                running.get(lane).add(under++);
                assertTrue(running.get(lane).size() <= own[lane], "lane " + lane + " is full");
            } else if (!take && under > 0) {
                int lane = takes.size() % lanes;
                while (running.get(lane).isEmpty()) {
                    lane = (lane + 1) % lanes;
                }
                running.get(lane).poll();
                shares.giveBack(lane);
                under--;
            }
        }
    }
}
