package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class CancelsTest {
    private static final List<Long> TRANSFERS = LongStream.range(0, 40).boxed().toList();

    @Test
    void shouldMoveNoOtherCancelWhenThereIsOneMore() {
        for (long seed = 1; seed <= 100; seed++) {
            final Dice dice = new Dice(seed);
            for (int cancels = 1; cancels < 9; cancels++) {
                final SortedSet<Long> fewer = Cancels.choose(dice, cancels, TRANSFERS);
                final SortedSet<Long> more = Cancels.choose(dice, cancels + 1, TRANSFERS);
                assertTrue(more.containsAll(fewer), "seed " + seed + ": " + fewer + ", " + more);
                assertEquals(cancels + 1, more.size(), "seed " + seed);
            }
        }
    }

    @Test
    void shouldMoveNoOtherCancelWhenATransferIsLeftOut() {
        for (long seed = 1; seed <= 100; seed++) {
            final Dice dice = new Dice(seed);
            final SortedSet<Long> all = Cancels.choose(dice, 4, TRANSFERS);
            for (final Long left : TRANSFERS) {
                final List<Long> fewer = new ArrayList<>(TRANSFERS);
                fewer.remove(left);
                final List<Long> others = all.stream().filter(key -> key / 16 != left).toList();
                assertTrue(
                        Cancels.choose(dice, 4, fewer).containsAll(others),
                        "seed " + seed + " without " + left);
            }
        }
    }

    @Test
    void shouldChooseFirstAndSecondAttempts() {
        final SortedSet<Long> chosen = Cancels.choose(new Dice(1), 64, List.of(7L));
        assertEquals(List.of(7L * 16 + 1, 7L * 16 + 2), List.copyOf(chosen));
    }

    @Test
    void shouldChooseNothingWhereNothingIsSubmittedOrNothingStrikes() {
        assertEquals(0, Cancels.choose(new Dice(1), 4, List.of()).size());
        assertEquals(0, Cancels.choose(new Dice(1), 0, TRANSFERS).size());
    }
}
