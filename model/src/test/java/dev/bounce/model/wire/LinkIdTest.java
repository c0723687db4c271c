package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.api.Test;

/// The known answers were computed with another implementation of SHA-256.
class LinkIdTest {
    @Test
    void shouldMakeTheKnownIds() {
        assertEquals(0x6887FBD31894155EL, LinkId.of("prefill-0", "decode-0"));
        assertEquals(0xC29A2ADB1651E3E7L, LinkId.of("decode-0", "prefill-0"));
    }

    @Test
    void shouldHashNamesInUtf8() {
        assertEquals(0xBBE7DB08ED59F77CL, LinkId.of("\u00E9", "\u754C"));
    }

    @Test
    void shouldKeepTheNamesApart() {
        assertNotEquals(LinkId.of("ab", "c"), LinkId.of("a", "bc"));
    }
}
