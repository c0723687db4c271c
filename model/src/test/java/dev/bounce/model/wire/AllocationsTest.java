package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class AllocationsTest {
    private Object kept;

    @Test
    void shouldPassWhatIsWithinTheBound() {
        Allocations.checkBound(3, 4_096, () -> kept = new byte[4_096]);
    }

    @Test
    void shouldSeeADecoderThatTrustsACount() {
        assertThrows(
                AssertionError.class,
                () -> Allocations.checkBound(3, 4_096, () -> kept = new long[4_096]));
    }
}
