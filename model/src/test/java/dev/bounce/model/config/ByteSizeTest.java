package dev.bounce.model.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteSizeTest {
    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "12345, 12345",
        "12345B, 12345",
        "512K, 524288",
        "512KB, 524288",
        "512kib, 524288",
        "256M, 268435456",
        "256MB, 268435456",
        "256mb, 268435456",
        "256MiB, 268435456",
        "1G, 1073741824",
        "1GB, 1073741824",
        "1gb, 1073741824",
        "2GiB, 2147483648",
        "007, 7",
        "9223372036854775807, 9223372036854775807",
        "8589934591G, 9223372035781033984"
    })
    void shouldParse(final String text, final long bytes) {
        assertEquals(bytes, ByteSize.parse(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "abc",
                "256XB",
                "256 MB",
                "256MBx",
                " 256",
                "256 ",
                "-1",
                "+1",
                "1.5G",
                "0x10",
                "1_000",
                "B",
                "KiB",
                "1iB",
                "1KiBs",
                "\u0661\u0662",
                "1e3",
                "1T"
            })
    void shouldRefuseWhatIsNotExactlyASize(final String text) {
        assertThrows(IllegalArgumentException.class, () -> ByteSize.parse(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"999999999999G", "8589934592G", "9223372036854775808"})
    void shouldRefuseWhatOverflows(final String text) {
        assertEquals(
                "is too large",
                assertThrows(IllegalArgumentException.class, () -> ByteSize.parse(text))
                        .getMessage());
    }

    @Test
    void shouldFormatInTheLargestExactUnit() {
        assertEquals("0B", ByteSize.format(0));
        assertEquals("1000B", ByteSize.format(1000));
        assertEquals("1KiB", ByteSize.format(1024));
        assertEquals("512MiB", ByteSize.format(512L << 20));
        assertEquals("1025MiB", ByteSize.format(1025L << 20));
        assertEquals("65536GiB", ByteSize.format(1L << 46));
    }
}
