package dev.bounce.hw.ucx;

import dev.bounce.model.wire.Blob;
import java.nio.ByteBuffer;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpRemoteKey;

/// Keys of memory of peers, bytes from elsewhere. UCX is not told how long one is and reads what
/// the bytes say, behind their end if they are cut short or made up; zeroes stand there.
public final class RemoteKeys {
    /// Longest key; those of UCX 1.22 over CUDA IPC have some hundred bytes.
    public static final int MAX_BYTES = 4_096;

    /// More than the lengths in a key can skip: one byte for each memory domain, of which there are
    /// 64, 255 for the last of them, and the structures that domains read.
    private static final int ZEROES = 4_096;

    private RemoteKeys() {}

    /// Copies a key to where UCX may read it.
    ///
    /// @throws UcxException if it is empty or longer than [#MAX_BYTES]
    public static ByteBuffer packed(final Blob key) {
        if (key.length() == 0 || key.length() > MAX_BYTES) {
            throw new UcxException(
                    "a peer's key has %d bytes, 1 to %d are taken"
                            .formatted(key.length(), MAX_BYTES),
                    null);
        }
        // New direct memory is zero.
        return ByteBuffer.allocateDirect(key.length() + ZEROES).put(key.toBytes()).flip();
    }

    /// Makes a key usable on a connection.
    ///
    /// @param packed see [#packed]
    /// @throws UcxException if UCX takes it for none
    public static UcpRemoteKey unpack(final UcpEndpoint endpoint, final ByteBuffer packed) {
        try {
            return endpoint.unpackRemoteKey(packed);
        } catch (final org.openucx.jucx.UcxException none) {
            throw new UcxException(
                    "a peer's key of %d bytes is none: %s"
                            .formatted(packed.remaining(), none.getMessage()),
                    none);
        }
    }
}
