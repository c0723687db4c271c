package dev.bounce.hw.control;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;

/// What a HELLO says, by the layout told at [UcxControlChannel].
///
/// @param identity of the life of the agent that connects
/// @param address of its worker
record UcxHello(String identity, Blob address) {
    private static final int MAX_IDENTITY_BYTES = 200;
    private static final int LENGTH_BYTES = 2;

    /// The bytes of an identity.
    ///
    /// @throws IllegalArgumentException if there are none, or too many
    static byte[] identity(final String identity) {
        final byte[] bytes = identity.getBytes(StandardCharsets.US_ASCII);
        if (bytes.length < 1 || bytes.length > MAX_IDENTITY_BYTES) {
            throw new IllegalArgumentException(
                    "identity '" + identity + "' has " + bytes.length + " bytes, 1 to 200 fit");
        }
        return bytes;
    }

    /// Reads one.
    ///
    /// @return `null` if it has another form
    static UcxHello read(final MemorySegment data) {
        if (data.byteSize() <= LENGTH_BYTES) {
            return null;
        }
        final int length = data.get(JAVA_BYTE, 0) & 0xFF;
        final long addressBytes = data.byteSize() - LENGTH_BYTES - length;
        if (length < 1
                || length > MAX_IDENTITY_BYTES
                || addressBytes < 1
                || addressBytes > WorkerAddress.MAX_BYTES) {
            return null;
        }
        final byte[] name = data.asSlice(LENGTH_BYTES, length).toArray(JAVA_BYTE);
        final byte[] target = data.asSlice(LENGTH_BYTES + (long) length).toArray(JAVA_BYTE);
        return new UcxHello(new String(name, StandardCharsets.ISO_8859_1), Blob.of(target));
    }
}
