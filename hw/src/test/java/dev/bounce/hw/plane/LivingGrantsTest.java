package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Credit;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class LivingGrantsTest {
    private static final PlaneKey ONE = PlaneEnd.receiver(1);
    private static final PlaneKey TWO = PlaneEnd.receiver(2);

    private final Arena owner = Arena.ofShared();
    private final MemorySegment arena = owner.allocate(1 << 20, 8);
    private final MemorySegment data = owner.allocate(64 << 10, 8).fill((byte) 7);
    private final LivingGrants grants = new LivingGrants(arena);

    @AfterEach
    void close() {
        owner.close();
    }

    private static Credit credit(final long id, final long region, final long bytes) {
        return new Credit(0, id, region, region, bytes, 0);
    }

    private boolean place(
            final PlaneKey plane, final long id, final long region, final long at, final long n) {
        return grants.place(plane, id, region, at, data.asSlice(0, n));
    }

    @Test
    void shouldPlaceInsideALivingGrantOnly() {
        grants.grant(ONE, credit(5, 1_000, 100));
        assertTrue(place(ONE, 5, 1_000, 0, 100));
        assertTrue(place(ONE, 5, 1_000, 99, 1));
        assertFalse(place(ONE, 5, 1_000, 99, 2));
        assertFalse(place(ONE, 5, 1_000, -1, 1));
        assertFalse(place(ONE, 5, 1_000, Long.MAX_VALUE, 1));
        assertFalse(place(ONE, 5, 1_000, Long.MIN_VALUE, 1));
        assertFalse(place(ONE, 5, 999, 0, 1));
        assertFalse(place(TWO, 5, 1_000, 0, 1));
        assertFalse(place(ONE, 6, 1_000, 0, 1));
        assertEquals(0, arena.get(ValueLayout.JAVA_BYTE, 999));
        assertEquals(0, arena.get(ValueLayout.JAVA_BYTE, 1_100));
    }

    @Test
    void shouldEndExactlyTheGrantsThatAreOverlapped() {
        for (int id = 0; id < 10; id++) {
            grants.grant(ONE, credit(id, id * 100L, 100));
        }
        grants.reclaim(250, 101); // bytes 250 to 350
        grants.grant(TWO, credit(20, 599, 2));
        for (int id = 0; id < 10; id++) {
            final boolean over = id == 2 || id == 3 || id == 5 || id == 6;
            assertEquals(!over, place(ONE, id, id * 100L, 0, 1), "grant " + id);
        }
        grants.grant(ONE, credit(9, 0, 100)); // a repeat changes nothing
        assertTrue(place(ONE, 0, 0, 0, 1));
        grants.drop(ONE);
        assertEquals(1, grants.size());
        assertTrue(place(TWO, 20, 599, 0, 2));
    }

    @Test
    void shouldPlaceNothingOnceTheEndOfAGrantHasReturned() throws Exception {
        final AtomicBoolean stop = new AtomicBoolean();
        final AtomicLong id = new AtomicLong(1);
        final Thread writer =
                Thread.ofPlatform()
                        .start(
                                () -> {
                                    while (!stop.get()) {
                                        grants.place(ONE, id.get(), 0, 0, data);
                                    }
                                });
        for (int round = 1; round <= 2_000; round++) {
            id.set(round);
            grants.grant(ONE, credit(round, 0, data.byteSize()));
            if (round % 2 == 0) {
                grants.reclaim(0, 1);
            } else {
                grants.drop(ONE);
            }
            arena.set(ValueLayout.JAVA_BYTE, data.byteSize() - 1, (byte) 1);
            assertEquals(1, arena.get(ValueLayout.JAVA_BYTE, data.byteSize() - 1));
            assertEquals(0, grants.size());
        }
        final byte last = arena.get(ValueLayout.JAVA_BYTE, data.byteSize() - 1);
        stop.set(true);
        writer.join();
        assertEquals(1, last);
        assertEquals(1, arena.get(ValueLayout.JAVA_BYTE, data.byteSize() - 1));
    }
}
