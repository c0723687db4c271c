package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.model.wire.Decoded.Reason;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class FrameDecoderTest {
    static final List<String> GOLDEN = GoldenFrames.names();
    private static final FrameDecoder DECODER = new FrameDecoder(1 << 20);

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldDecodeGoldenBytes(final String name) {
        final Decoded expected = new Decoded.Value(GoldenFrames.frame(name), 0);
        assertEquals(expected, DECODER.decode(GoldenFrames.bytes(name)));
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldDecodeTheSameFromEveryKindOfMemory(final String name) {
        final byte[] golden = GoldenFrames.bytes(name);
        final Decoded expected = new Decoded.Value(GoldenFrames.frame(name), 0);
        final ByteBuffer direct = ByteBuffer.allocateDirect(golden.length + 8);
        direct.order(ByteOrder.BIG_ENDIAN).position(3).put(golden).flip().position(3);
        assertEquals(expected, DECODER.decode(direct));
        assertEquals(expected, DECODER.decode(direct.asReadOnlyBuffer()));
        assertEquals(3, direct.position());
        assertEquals(3 + golden.length, direct.limit());
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment unaligned = arena.allocate(golden.length + 1).asSlice(1);
            unaligned.copyFrom(MemorySegment.ofArray(golden));
            assertEquals(expected, DECODER.decode(unaligned));
        }
        final long[] words = new long[golden.length / 8];
        final MemorySegment inWords = MemorySegment.ofArray(words);
        inWords.copyFrom(MemorySegment.ofArray(golden));
        assertEquals(expected, DECODER.decode(inWords));
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldLeaveTheInputAsItIs(final String name) {
        final byte[] bytes = GoldenFrames.bytes(name);
        DECODER.decode(bytes);
        assertArrayEquals(GoldenFrames.bytes(name), bytes);
    }

    @Test
    void shouldNotKeepTheInput() {
        final byte[] bytes = GoldenFrames.bytes("data");
        final Decoded decoded = DECODER.decode(bytes);
        Arrays.fill(bytes, (byte) 0xFF);
        assertEquals(new Decoded.Value(GoldenFrames.frame("data"), 0), decoded);
    }

    @Test
    void shouldRefuseNoBytes() {
        assertMalformed(Reason.EMPTY, 0, new byte[0]);
    }

    @Test
    void shouldRefuseAFrameAboveTheLimit() {
        final byte[] bytes = GoldenFrames.bytes("keep-alive");
        assertInstanceOf(Decoded.Value.class, new FrameDecoder(96).decode(bytes));
        assertEquals(
                new Decoded.Malformed(Reason.FRAME_TOO_LONG, 95),
                new FrameDecoder(95).decode(bytes));
    }

    @Test
    void shouldRefuseALimitThatNoMessageFits() {
        assertThrows(IllegalArgumentException.class, () -> new FrameDecoder(87));
        assertEquals(
                new Decoded.Value(GoldenFrames.frame("keep-alive-answer"), 0),
                new FrameDecoder(88).decode(GoldenFrames.bytes("keep-alive-answer")));
    }

    @Test
    void shouldRefuseEightBytes() {
        assertMalformed(Reason.TRUNCATED_HEADER, 0, new byte[8]);
    }

    @Test
    void shouldRefuseAnotherMagic() {
        final byte[] bytes = GoldenFrames.bytes("want");
        bytes[0] = 'X';
        assertMalformed(Reason.BAD_MAGIC, 0, bytes);
    }

    @Test
    void shouldRefuseABodyLongerThanTheFrame() {
        final byte[] bytes = GoldenFrames.bytes("closed");
        new WireBytes(bytes).u32(8, 4096);
        assertMalformed(Reason.BODY_BEYOND_FRAME, 8, bytes);
    }

    @Test
    void shouldRefuseWhatFollowsTheLastMessage() {
        final int end = GoldenFrames.bytes("want").length;
        for (final int extra : new int[] {1, 8, 87}) {
            assertMalformed(
                    Reason.TRUNCATED_HEADER,
                    end,
                    WireBytes.joined(GoldenFrames.bytes("want"), new byte[extra]));
        }
        assertMalformed(
                Reason.BAD_MAGIC, end, WireBytes.joined(GoldenFrames.bytes("want"), new byte[88]));
    }

    @Test
    void shouldRefuseTheWholeFrameForOneBadMessage() {
        final byte[] bad = GoldenFrames.bytes("grant");
        new WireBytes(bad).u32(88, 3);
        final byte[] good = GoldenFrames.bytes("chunk-acks");
        assertMalformed(Reason.COUNT_BEYOND_BODY, good.length + 88, WireBytes.joined(good, bad));
    }

    @Test
    void shouldDecodeMessagesInOrder() {
        final byte[] all =
                GOLDEN.stream().map(GoldenFrames::bytes).reduce(new byte[0], WireBytes::joined);
        final List<Message> messages =
                GOLDEN.stream()
                        .flatMap(name -> GoldenFrames.frame(name).messages().stream())
                        .toList();
        assertEquals(new Decoded.Value(new Frame(messages), 0), DECODER.decode(all));
    }

    @Test
    void shouldReadOddRunsWithoutTheirPadding() {
        final byte[] golden = GoldenFrames.bytes("data");
        final byte[] shorter = Arrays.copyOf(golden, golden.length - 4);
        new WireBytes(shorter).u32(8, shorter.length - 88);
        assertEquals(new Decoded.Value(GoldenFrames.frame("data"), 0), DECODER.decode(shorter));
    }

    @ParameterizedTest
    @CsvSource({"grant, 96", "grant, 140", "data, 88", "chunk-acks, 112"})
    void shouldRefuseIndicesThatAreNotInts(final String name, final int indexAt) {
        final byte[] bytes = GoldenFrames.bytes(name);
        new WireBytes(bytes).u32(indexAt, Integer.MAX_VALUE);
        assertInstanceOf(Decoded.Value.class, DECODER.decode(bytes));
        for (final int tooLarge : new int[] {Integer.MIN_VALUE, -1}) {
            new WireBytes(bytes).u32(indexAt, tooLarge);
            assertMalformed(Reason.INDEX_OUT_OF_RANGE, indexAt, bytes);
        }
    }

    @Test
    void shouldRefuseAnEmptyBodyWhereAKindIsDue() {
        for (final String name : List.of("keep-alive", "closed")) {
            final byte[] bytes = Arrays.copyOf(GoldenFrames.bytes(name), 88);
            new WireBytes(bytes).u32(8, 0);
            assertMalformed(Reason.TRUNCATED_BODY, 88, bytes);
        }
    }

    private static void assertMalformed(final Reason reason, final int offset, final byte[] bytes) {
        assertEquals(new Decoded.Malformed(reason, offset), DECODER.decode(bytes));
    }
}
