package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class UcxConnectionTest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int MAX_BYTES = 64 << 20;

    private final UcxConnection connection =
            new UcxConnection(1, 1, Blob.of(new byte[] {1}), "peer@1");

    private boolean take(final int frameBytes, final int offset, final byte[] part) {
        return connection.take(frameBytes, offset, MemorySegment.ofArray(part), MAX_BYTES);
    }

    @Test
    void shouldNotAllocateWhatIsOnlyAnnounced() {
        final long before = THREADS.getCurrentThreadAllocatedBytes();
        assertTrue(take(60 << 20, 0, new byte[0]));
        assertNull(connection.takeFrame());
        assertTrue(take(60 << 20, 0, new byte[1_000]));
        assertTrue(take(60 << 20, 1_000, new byte[1_000]));
        final long allocated = THREADS.getCurrentThreadAllocatedBytes() - before;
        assertTrue(allocated < 1 << 20, allocated + " bytes");
        assertNull(connection.takeFrame());
    }

    @Test
    void shouldPutPartsOfAnySizeTogether() {
        final SplittableRandom random = new SplittableRandom(1);
        for (final int bytes : new int[] {0, 1, 65_536, 1_000_003}) {
            final byte[] frame = new byte[bytes];
            random.nextBytes(frame);
            int at = 0;
            do {
                final int part = Math.min(bytes - at, random.nextInt(1, 100_000));
                assertNull(connection.takeFrame());
                assertTrue(take(bytes, at, Arrays.copyOfRange(frame, at, at + part)));
                at += part;
            } while (at < bytes);
            assertArrayEquals(frame, connection.takeFrame());
            assertNull(connection.takeFrame(), "once");
        }
    }

    @Test
    void shouldDropAFrameWhosePartsDisagree() {
        assertTrue(take(10, 0, new byte[4]));
        assertFalse(take(11, 4, new byte[4]), "another size");
        assertFalse(take(10, 4, new byte[4]), "what was begun is dropped");
        assertTrue(take(10, 0, new byte[4]));
        assertFalse(take(10, 5, new byte[4]), "a part is missing");
        assertTrue(take(10, 0, new byte[4]));
        assertFalse(take(10, 4, new byte[7]), "more than announced");
        assertFalse(take(MAX_BYTES + 1, 0, new byte[4]), "too large");
        assertFalse(take(-1, 0, new byte[4]));
        assertTrue(take(2, 0, new byte[2]));
        assertEquals(2, connection.takeFrame().length);
    }
}
