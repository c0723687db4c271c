package dev.bounce.model.wire;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/// Names one direction of one pair of agents in a header.
public final class LinkId {
    private LinkId() {}

    /// The first 8 bytes, little-endian, of SHA-256 over the sender's name, a zero byte and the
    /// receiver's name, both in UTF-8.
    public static long of(final String sender, final String receiver) {
        try {
            final MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(sender.getBytes(StandardCharsets.UTF_8));
            digest.update((byte) 0);
            digest.update(receiver.getBytes(StandardCharsets.UTF_8));
            final byte[] hash = digest.digest();
            long id = 0;
            for (int index = 7; index >= 0; index--) {
                id = id << 8 | hash[index] & 0xFF;
            }
            return id;
        } catch (final NoSuchAlgorithmException missing) {
            throw new AssertionError("every Java platform has SHA-256", missing);
        }
    }
}
