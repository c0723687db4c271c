package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class UcxBatchTest {
    private static final int MOST = 200;
    private final List<byte[]> frames = new ArrayList<>();

    private boolean read(final MemorySegment data) {
        return UcxBatch.read(data, MOST, frames::add);
    }

    @Property
    void shouldHandOutWhatWasPutTogether(
            @ForAll @Size(max = 20) final List<@Size(max = MOST) byte[]> sent) {
        frames.clear();
        final MemorySegment data = MemorySegment.ofArray(new byte[1_000]);
        int bytes = 0;
        int count = 0;
        for (final byte[] frame : sent) {
            if (!UcxBatch.fits(frame, bytes, data)) {
                assertTrue(bytes + 4 + frame.length > 1_000);
                break;
            }
            bytes = UcxBatch.put(frame, bytes, data);
            count++;
        }
        assertTrue(read(data.asSlice(0, bytes)));
        assertEquals(count, frames.size());
        for (int frame = 0; frame < count; frame++) {
            assertArrayEquals(sent.get(frame), frames.get(frame));
        }
    }

    @Property
    void shouldStopAtWhatIsCutOffAndReadNothingBehindIt(@ForAll @Size(max = 64) final byte[] any) {
        frames.clear();
        final boolean whole = read(MemorySegment.ofArray(any));
        final int bytes = frames.stream().mapToInt(frame -> 4 + frame.length).sum();
        assertTrue(bytes <= any.length);
        assertEquals(bytes == any.length, whole);
    }

    @Test
    void shouldSayThatAFrameIsCutOffOrTooLarge() {
        final MemorySegment data = MemorySegment.ofArray(new byte[1_000]);
        final int bytes = UcxBatch.put(new byte[10], UcxBatch.put(new byte[MOST], 0, data), data);
        assertFalse(read(data.asSlice(0, bytes - 1)));
        assertFalse(read(data.asSlice(0, 4 + MOST + 2)), "half a length");
        assertEquals(2, frames.size(), "the first one, twice");
        UcxBatch.put(new byte[MOST + 1], 0, data);
        assertFalse(read(data));
        assertFalse(read(MemorySegment.ofArray(new byte[UcxBatch.MOST_BYTES + 4])));
        assertEquals(2, frames.size());
    }
}
