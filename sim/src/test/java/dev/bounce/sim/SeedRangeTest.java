package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeedRangeTest {
    @Test
    void shouldReadBothEnds() {
        assertEquals(new SeedRange(1, 200), SeedRange.parse("1..200"));
        assertEquals(200, SeedRange.parse("1..200").size());
        assertEquals(1, SeedRange.parse("7..7").size());
        assertEquals("0..9223372036854775807".length(), 22);
    }

    @Test
    void shouldReadTheLargestSeed() {
        assertEquals(Long.MAX_VALUE, SeedRange.parseSeed("9223372036854775807"));
        assertEquals(1, SeedRange.parse("9223372036854775807..9223372036854775807").size());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "1",
                "1..",
                "..5",
                "a..5",
                "1..b",
                "1...5",
                "-1..5",
                "1.5..2",
                "5..1",
                "1..9223372036854775808",
                "0..9223372036854775807"
            })
    void shouldNameWhatItCannotRead(final String text) {
        final IllegalArgumentException malformed =
                assertThrows(IllegalArgumentException.class, () -> SeedRange.parse(text));
        assertTrue(malformed.getMessage().contains("'" + text + "'"), malformed.getMessage());
        assertEquals(1, malformed.getMessage().lines().count());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "-1", "1..2", "9223372036854775808"})
    void shouldNameASeedThatItCannotRead(final String text) {
        final IllegalArgumentException malformed =
                assertThrows(IllegalArgumentException.class, () -> SeedRange.parseSeed(text));
        assertTrue(malformed.getMessage().contains("'" + text + "'"), malformed.getMessage());
    }
}
