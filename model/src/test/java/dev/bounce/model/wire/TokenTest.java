package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TokenTest {
    private static final Token TOKEN = new Token(0x0123456789ABCDEFL, 0xFEDCBA9876543210L);

    @Test
    void shouldMatchTheSameBytes() {
        assertTrue(TOKEN.matches(new Token(0x0123456789ABCDEFL, 0xFEDCBA9876543210L)));
        assertTrue(Token.NONE.matches(new Token(0, 0)));
    }

    @Test
    void shouldNotMatchWhenAnyBitDiffers() {
        for (int bit = 0; bit < 64; bit++) {
            final long flip = 1L << bit;
            assertFalse(TOKEN.matches(new Token(TOKEN.low() ^ flip, TOKEN.high())), "low " + bit);
            assertFalse(TOKEN.matches(new Token(TOKEN.low(), TOKEN.high() ^ flip)), "high " + bit);
        }
    }

    @Test
    void shouldNotMatchWhenDifferencesOfBothHalvesAreEqual() {
        assertFalse(TOKEN.matches(new Token(TOKEN.low() ^ 5, TOKEN.high() ^ 5)));
        assertFalse(TOKEN.matches(new Token(TOKEN.high(), TOKEN.low())));
        assertFalse(TOKEN.matches(Token.NONE));
    }
}
