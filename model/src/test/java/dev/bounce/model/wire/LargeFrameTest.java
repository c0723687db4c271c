package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/// Counts beyond 65,535.
class LargeFrameTest {
    private static final FrameDecoder DECODER = new FrameDecoder(64 << 20);

    @Test
    void shouldCarryOneHundredThousandRuns() {
        final ScatterRuns runs = Runs.distinct(100_000);
        final Body.Data decoded =
                assertInstanceOf(
                        Body.Data.class,
                        roundTrip(new Body.Data(2, 4, 0, runs), 88 + 24 + 4_400_000));
        assertEquals(runs, decoded.runs());
        assertEquals(0x7F00_0000_0000L + 65_535 * 8_192L, decoded.runs().destination()[65_535]);
        assertEquals(65_536, decoded.runs().count()[65_535]);
        assertEquals(100_000, decoded.runs().count()[99_999]);
    }

    @Test
    void shouldCarryAMillionRunsWithinTheDefaultFrame() {
        final ScatterRuns runs = Runs.distinct(1_048_576);
        roundTrip(new Body.Data(2, 4, 0, runs), 88 + 24 + 44 * 1_048_576);
    }

    @Test
    void shouldCarrySeventyThousandCredits() {
        final List<Credit> credits =
                IntStream.range(0, 70_000)
                        .mapToObj(
                                index ->
                                        new Credit(
                                                index,
                                                index + (1L << 40),
                                                index * 4_096L,
                                                0x7F00_0000_0000L + index * 4_096L,
                                                index + 1L,
                                                index % 8))
                        .toList();
        final Body.Grant decoded =
                assertInstanceOf(
                        Body.Grant.class, roundTrip(new Body.Grant(credits), 88 + 8 + 40 * 70_000));
        assertEquals(credits.get(65_535), decoded.credits().get(65_535));
    }

    @Test
    void shouldCarrySeventyThousandChunksAndTheirOutcomes() {
        final long[] chunkBytes = LongStream.range(0, 70_000).map(index -> index << 20).toArray();
        final Body.Want want =
                assertInstanceOf(
                        Body.Want.class,
                        roundTrip(
                                new Body.Want(Tag.of("large"), chunkBytes),
                                88 + 8 + 8 + 8 * 70_000));
        assertArrayEquals(chunkBytes, want.chunkBytes());
        final List<ChunkAck> acks =
                IntStream.range(0, 70_000)
                        .mapToObj(index -> new ChunkAck(index, index + 1L, Status.LANDED))
                        .toList();
        roundTrip(new Body.ChunkAcks(acks), 88 + 8 + 16 * 70_000);
    }

    @Test
    void shouldNeedLessThanAByteForEachDescriptorOfTheHeadlineWorkload() {
        long bytes = 0;
        for (int chunk = 0; chunk < 9; chunk++) {
            bytes += FrameEncoder.encodedBytes(new Body.Data(chunk, 1, 0, Runs.distinct(28)));
        }
        assertEquals(9 * (88 + 24 + 44 * 28), bytes);
        final int descriptors = 18_432;
        assertEquals(0, bytes / descriptors);
    }

    private static Body roundTrip(final Body body, final int frameBytes) {
        final Frame frame = GoldenFrames.frameOf(7, body);
        final byte[] encoded = FrameEncoder.encode(frame);
        assertEquals(frameBytes, encoded.length);
        final Decoded decoded = Allocations.decodeWithinBound(DECODER, encoded);
        assertEquals(new Decoded.Value(frame, 0), decoded);
        return ((Decoded.Value) decoded).frame().messages().getFirst().body();
    }
}
