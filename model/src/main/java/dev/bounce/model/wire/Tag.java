package dev.bounce.model.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Up to 64 opaque bytes that the sending application hands to the receiving one. Immutable.
public final class Tag {
    /// Longest tag in bytes.
    public static final int MAX_BYTES = 64;

    /// The tag without bytes.
    public static final Tag EMPTY = new Tag(new byte[0]);

    private final byte[] bytes;

    private Tag(final byte[] bytes) {
        this.bytes = bytes;
    }

    /// Copies `bytes`.
    ///
    /// @throws IllegalArgumentException if there are more than [#MAX_BYTES]
    public static Tag of(final byte[] bytes) {
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "tag has " + bytes.length + " bytes, at most " + MAX_BYTES + " fit");
        }
        return bytes.length == 0 ? EMPTY : new Tag(bytes.clone());
    }

    /// The UTF-8 bytes of `text`.
    ///
    /// @throws IllegalArgumentException if there are more than [#MAX_BYTES]
    public static Tag of(final String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /// Number of bytes, 0 to 64.
    public int length() {
        return bytes.length;
    }

    /// A copy of the bytes.
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Tag tag && Arrays.equals(bytes, tag.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return new String(bytes, StandardCharsets.UTF_8);
    }
}
