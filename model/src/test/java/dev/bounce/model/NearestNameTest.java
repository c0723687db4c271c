package dev.bounce.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
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
        assertEquals(distance, NearestName.distance(left, right));
    }

    @Test
    void shouldTakeTheFirstOfTheNearest() {
        assertEquals("ab", NearestName.of("aa", List.of("xyz", "ab", "ba", "bb")));
        assertEquals("ba", NearestName.of("ba", List.of("ab", "ba")));
    }
}
