package dev.bounce.model.workload;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SplitMix64Test {
    @Test
    void shouldDrawThePublishedSequence() {
        final SplitMix64 random = new SplitMix64(1_234_567);
        assertEquals("6457827717110365317", Long.toUnsignedString(random.next()));
        assertEquals("3203168211198807973", Long.toUnsignedString(random.next()));
        assertEquals("9817491932198370423", Long.toUnsignedString(random.next()));
        assertEquals("4593380528125082431", Long.toUnsignedString(random.next()));
        assertEquals("16408922859458223821", Long.toUnsignedString(random.next()));
    }

    @Test
    void shouldPermute() {
        for (int size = 0; size < 50; size++) {
            final int[] permutation = new SplitMix64(size).permutation(size);
            Arrays.sort(permutation);
            assertArrayEquals(IntStream.range(0, size).toArray(), permutation);
        }
    }

    @Test
    void shouldReachEveryPermutationOfThree() {
        final SplitMix64 random = new SplitMix64(1);
        final int[] seen = new int[27];
        for (int draw = 0; draw < 600; draw++) {
            final int[] p = random.permutation(3);
            seen[9 * p[0] + 3 * p[1] + p[2]]++;
        }
        assertEquals(6, Arrays.stream(seen).filter(count -> count > 0).count());
        assertTrue(Arrays.stream(seen).filter(count -> count > 0).min().orElseThrow() > 60);
    }
}
