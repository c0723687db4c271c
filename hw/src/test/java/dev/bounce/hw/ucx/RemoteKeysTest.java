package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Blob;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class RemoteKeysTest {
    @Test
    void shouldPutZeroesBehindAKey() {
        for (final int bytes : new int[] {1, 9, RemoteKeys.MAX_BYTES}) {
            final byte[] key = new byte[bytes];
            Arrays.fill(key, (byte) 0xFF);
            final ByteBuffer packed = RemoteKeys.packed(Blob.of(key));
            assertTrue(packed.isDirect());
            assertEquals(0, packed.position());
            assertEquals(bytes, packed.remaining());
            assertTrue(packed.capacity() >= bytes + 4_096, packed.toString());
            for (int at = 0; at < packed.capacity(); at++) {
                assertEquals(at < bytes ? -1 : 0, packed.clear().get(at), "byte " + at);
            }
        }
    }

    @Test
    void shouldRefuseAKeyThatCannotBeOne() {
        for (final int bytes : new int[] {0, RemoteKeys.MAX_BYTES + 1}) {
            final UcxException refused =
                    assertThrows(
                            UcxException.class, () -> RemoteKeys.packed(Blob.of(new byte[bytes])));
            assertTrue(refused.getMessage().contains(" " + bytes + " bytes"));
        }
    }
}
