package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/// The known answers are HMAC-SHA-256 under the key 00 01 .. 1f of one byte (1 = token, 2 = nonce)
/// and three little-endian u64, computed with another implementation.
class TokensTest {
    private static final long LINK_ID = 0x3132333435363738L;
    private static final long INSTANCE = 0x4142434445464748L;
    private static final long EPOCH = 9;

    private final Tokens tokens = new Tokens(secret(32));

    @Test
    void shouldMakeTheKnownToken() {
        // On the wire 25fc6d39edbde0e55d719301650d1658.
        assertEquals(
                new Token(0xE5E0BDED396DFC25L, 0x58160D650193715DL),
                tokens.token(LINK_ID, INSTANCE, EPOCH));
    }

    @Test
    void shouldMakeTheKnownTokenOfExtremeValues() {
        // On the wire eaa7d05ffa3428f1492229136893ecb1.
        assertEquals(
                new Token(0xF12834FA5FD0A7EAL, 0xB1EC936813292249L),
                tokens.token(-1, Long.MIN_VALUE, -1));
    }

    @Test
    void shouldMakeTheKnownNonce() {
        // On the wire 57c6db4e99b58e3ae73dcaf8a0d16d99.
        assertEquals(
                new Nonce(0x3A8EB5994EDBC657L, 0x996DD1A0F8CA3DE7L),
                tokens.nonce(LINK_ID, INSTANCE, EPOCH));
    }

    @Test
    void shouldDependOnEveryInputOnly() {
        final Token token = tokens.token(LINK_ID, INSTANCE, EPOCH);
        assertNotEquals(token, tokens.token(LINK_ID + 1, INSTANCE, EPOCH));
        assertNotEquals(token, tokens.token(LINK_ID, INSTANCE + 1, EPOCH));
        assertNotEquals(token, tokens.token(LINK_ID, INSTANCE, EPOCH + 1));
        assertNotEquals(token, new Tokens(secret(31)).token(LINK_ID, INSTANCE, EPOCH));
        assertEquals(token, tokens.token(LINK_ID, INSTANCE, EPOCH));
        assertTrue(token.matches(new Tokens(secret(32)).token(LINK_ID, INSTANCE, EPOCH)));
    }

    @Test
    void shouldRefuseAShortSecret() {
        new Tokens(secret(16));
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> new Tokens(secret(15)));
        assertTrue(refused.getMessage().contains("15"), refused.getMessage());
    }

    private static Blob secret(final int length) {
        final byte[] bytes = new byte[length];
        for (int index = 0; index < length; index++) {
            bytes[index] = (byte) index;
        }
        return Blob.of(bytes);
    }
}
