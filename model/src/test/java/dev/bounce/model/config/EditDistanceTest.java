package dev.bounce.model.config;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EditDistanceTest {
    @ParameterizedTest
    @CsvSource({
        "'', '', 0",
        "'', abc, 3",
        "abc, '', 3",
        "kitten, sitting, 3",
        "arena.size, arena.sise, 1",
        "flaw, lawn, 2"
    })
    void shouldCountEdits(final String left, final String right, final int distance) {
        assertEquals(distance, EditDistance.between(left, right));
    }
}
