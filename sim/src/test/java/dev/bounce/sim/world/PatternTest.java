package dev.bounce.sim.world;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PatternTest {
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9, 200, 1_023, 1_024, 1_025, 5_000})
    void shouldFindEachWrongByte(final int length) {
        final byte[] array = new byte[length + 20];
        Pattern.fill(array, 10, length, 42L);
        assertEquals(-1, Pattern.mismatch(array, 10, length, 42L));
        for (int at = 0; at < length; at += Math.max(1, length / 13)) {
            assertEquals(Pattern.byteOf(42L, at), array[10 + at]);
            array[10 + at] ^= 1;
            assertEquals(at, Pattern.mismatch(array, 10, length, 42L));
            array[10 + at] ^= 1;
        }
        assertEquals(0, array[9]);
        assertEquals(0, array[10 + length]);
    }

    @ParameterizedTest
    @ValueSource(bytes = {Pattern.POISON, Pattern.CANARY, Pattern.REUSED})
    void shouldFindEachByteThatIsNotTheConstant(final byte value) {
        final byte[] array = new byte[3_000];
        Arrays.fill(array, value);
        assertEquals(-1, Pattern.mismatch(array, 3, 2_900, value));
        for (final int at : new int[] {3, 1_026, 1_027, 2_902}) {
            array[at] ^= 1;
            assertEquals(at - 3, Pattern.mismatch(array, 3, 2_900, value));
            array[at] ^= 1;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 42, -1})
    void shouldTellDescriptorsApart(final long key) {
        int equal = 0;
        for (int at = 0; at < 4_096; at++) {
            equal += Pattern.byteOf(key, at) == Pattern.byteOf(key + 1, at) ? 1 : 0;
        }
        assertTrue(equal < 64, "equal bytes: " + equal);
    }
}
