package dev.bounce.model.wire;

import java.util.Arrays;
import java.util.HexFormat;

/// Opaque bytes with value equality. Immutable.
public final class Blob {
    /// No bytes.
    public static final Blob EMPTY = new Blob(new byte[0]);

    private final byte[] bytes;

    private Blob(final byte[] bytes) {
        this.bytes = bytes;
    }

    /// Copies `bytes`.
    public static Blob of(final byte... bytes) {
        return bytes.length == 0 ? EMPTY : new Blob(bytes.clone());
    }

    /// Number of bytes.
    public int length() {
        return bytes.length;
    }

    /// A copy of the bytes.
    public byte[] toBytes() {
        return bytes.clone();
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof Blob blob && Arrays.equals(bytes, blob.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /// The bytes in hexadecimal.
    @Override
    public String toString() {
        return HexFormat.of().formatHex(bytes);
    }
}
