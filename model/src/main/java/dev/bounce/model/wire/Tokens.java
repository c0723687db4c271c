package dev.bounce.model.wire;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// Makes tokens and nonces: the first 16 bytes of HMAC-SHA-256 under the secret of one life of an
/// agent, so that nothing has to be remembered of dead epochs (design 2.2). Not thread-safe.
public final class Tokens {
    private static final String ALGORITHM = "HmacSHA256";
    private static final byte TOKEN_DOMAIN = 1;
    private static final byte NONCE_DOMAIN = 2;

    private final Mac mac;
    private final ByteBuffer input = ByteBuffer.allocate(25).order(ByteOrder.LITTLE_ENDIAN);

    /// @param secret at least 16 bytes that no other life of any agent has
    /// @throws IllegalArgumentException if the secret is shorter
    public Tokens(final Blob secret) {
        if (secret.length() < 16) {
            throw new IllegalArgumentException(
                    "secret has " + secret.length() + " bytes, at least 16 are needed");
        }
        try {
            mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret.toBytes(), ALGORITHM));
        } catch (final GeneralSecurityException missing) {
            throw new AssertionError("every Java platform has " + ALGORITHM, missing);
        }
    }

    /// The token that the receiver with this secret gives to one epoch of one sender life.
    public Token token(final long linkId, final long senderInstance, final long epoch) {
        final ByteBuffer out = digest(TOKEN_DOMAIN, linkId, senderInstance, epoch);
        return new Token(out.getLong(0), out.getLong(8));
    }

    /// The nonce that the sender with this secret draws for one epoch.
    public Nonce nonce(final long linkId, final long senderInstance, final long epoch) {
        final ByteBuffer out = digest(NONCE_DOMAIN, linkId, senderInstance, epoch);
        return new Nonce(out.getLong(0), out.getLong(8));
    }

    private ByteBuffer digest(
            final byte domain, final long linkId, final long senderInstance, final long epoch) {
        input.clear().put(domain).putLong(linkId).putLong(senderInstance).putLong(epoch);
        return ByteBuffer.wrap(mac.doFinal(input.array())).order(ByteOrder.LITTLE_ENDIAN);
    }
}
