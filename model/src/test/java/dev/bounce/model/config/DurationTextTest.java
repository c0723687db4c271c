package dev.bounce.model.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DurationTextTest {
    @ParameterizedTest
    @CsvSource({
        "7ns, 7",
        "10us, 10000",
        "500ms, 500000000",
        "30s, 30000000000",
        "1m, 60000000000",
        "2h, 7200000000000",
        "0s, 0",
        "9223372036s, 9223372036000000000"
    })
    void shouldParse(final String text, final long nanos) {
        assertEquals(nanos, DurationText.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "s", "ms", "10 s", "10s ", " 10s", "-1s", "+1s", "1.5s", "10S", "10MS", "10sec",
                "10d", "1m30s", "0x1s", "\u0661s"
            })
    void shouldRefuseWhatIsNotExactlyADuration(final String text) {
        assertThrows(IllegalArgumentException.class, () -> DurationText.parse(text));
    }

    @Test
    void shouldNeverGuessAUnit() {
        assertEquals(
                "has no unit of time",
                assertThrows(IllegalArgumentException.class, () -> DurationText.parse("30"))
                        .getMessage());
    }

    @Test
    void shouldRefuseWhatOverflows() {
        assertEquals(
                "is too large",
                assertThrows(
                                IllegalArgumentException.class,
                                () -> DurationText.parse("9223372037s"))
                        .getMessage());
    }

    @Test
    void shouldFormatInTheLargestExactUnit() {
        assertEquals("0ns", DurationText.format(0));
        assertEquals("30s", DurationText.format(30_000_000_000L));
        assertEquals("1500ms", DurationText.format(1_500_000_000));
        assertEquals("1m", DurationText.format(60_000_000_000L));
        assertEquals("61s", DurationText.format(61_000_000_000L));
        assertEquals("720h", DurationText.format(30L * 86_400_000_000_000L));
        assertEquals("10us", DurationText.format(10_000));
        assertEquals("9900000001ns", DurationText.format(9_900_000_001L));
    }
}
