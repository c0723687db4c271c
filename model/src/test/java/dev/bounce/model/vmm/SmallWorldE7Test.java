package dev.bounce.model.vmm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SmallWorldE7Test {
    @Test
    void shouldObeyTheLawsEverywhere() {
        int offsets = 0;
        for (int length = 1; length <= 12; length++) {
            offsets += (17 - length) * (17 - length);
        }
        assertEquals((36 + 6 + 6 + 1) * offsets, SmallWorldE7.explore());
    }
}
