package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.model.wire.Blob;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class UcxInboxTest {
    private static final int MOST = 100;
    private final ControlTally tally = new ControlTally();
    private final UcxInbox inbox = new UcxInbox(MOST, tally);
    private final UcxConnection connection =
            new UcxConnection(1, 5, Blob.of(new byte[] {9}), "left@1");

    @Test
    void shouldHandOutWhatCameBeforeAFrameThatIsCutOff() {
        final MemorySegment data = MemorySegment.ofArray(new byte[60]);
        int bytes = UcxBatch.put(new byte[] {1, 2}, 0, data);
        bytes = UcxBatch.put(new byte[20], bytes, data);
        inbox.batch(connection, data.asSlice(0, bytes - 1));
        assertEquals(1, tally.counters().malformedMessages());
        final List<Integer> lengths = new ArrayList<>();
        assertEquals(
                1,
                inbox.handOut(
                        (route, frame) -> {
                            assertEquals(5, route);
                            lengths.add(frame.length);
                        },
                        10));
        assertEquals(List.of(2), lengths);
        assertEquals(1, tally.counters().framesReceived());
    }

    @Test
    void shouldHandOutNoMoreThanItIsAskedFor() {
        final MemorySegment data = MemorySegment.ofArray(new byte[60]);
        int bytes = 0;
        for (int frame = 0; frame < 3; frame++) {
            bytes = UcxBatch.put(new byte[] {(byte) frame}, bytes, data);
        }
        inbox.batch(connection, data.asSlice(0, bytes));
        final List<Integer> order = new ArrayList<>();
        assertEquals(2, inbox.handOut((_, frame) -> order.add((int) frame[0]), 2));
        assertEquals(1, inbox.size());
        assertEquals(1, inbox.handOut((_, frame) -> order.add((int) frame[0]), 2));
        assertEquals(List.of(0, 1, 2), order);
        assertEquals(0, tally.counters().malformedMessages());
    }
}
