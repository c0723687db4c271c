package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bounce.model.wire.Decoded.Reason;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Counts and lengths that say more than there is must cost nothing.
class HostileCountTest {
    private static final FrameDecoder DECODER = new FrameDecoder(Integer.MAX_VALUE);

    /// Frame, offset of a u32 count, bytes per entry.
    static Stream<Arguments> counts() {
        return Stream.of(
                Arguments.of("want", 88, 8),
                Arguments.of("cancel", 88, 8),
                Arguments.of("grant", 88, 40),
                Arguments.of("grant-queued", 88, 40),
                Arguments.of("data", 92, 44),
                Arguments.of("data-without-runs", 92, 44),
                Arguments.of("chunk-acks", 92, 16));
    }

    @ParameterizedTest
    @MethodSource("counts")
    void shouldRefuseACountBeyondItsBody(
            final String name, final int countAt, final int entryBytes) {
        final byte[] bytes = GoldenFrames.bytes(name);
        final long real = new WireBytes(bytes).u32(countAt);
        // 2^32 / entryBytes and its neighbours make a product that is small in 32 bits.
        final long wraps = (1L << 32) / entryBytes;
        for (final long count :
                List.of(
                        0xFFFF_FFFFL,
                        0xFFFF_FFFEL,
                        1L << 31,
                        (1L << 31) - 1,
                        (1L << 31) / entryBytes + 1,
                        wraps - 1,
                        wraps,
                        wraps + 1,
                        wraps + real,
                        wraps + real + 1,
                        real + 1)) {
            new WireBytes(bytes).u32(countAt, (int) count);
            assertEquals(
                    new Decoded.Malformed(Reason.COUNT_BEYOND_BODY, countAt),
                    Allocations.decodeWithinBound(DECODER, bytes),
                    "count " + count);
        }
    }

    @ParameterizedTest
    @MethodSource("counts")
    void shouldRefuseItInALargeFrameToo(
            final String name, final int countAt, final int entryBytes) {
        final int large = 1 << 20;
        final byte[] bytes = WireBytes.joined(GoldenFrames.bytes(name), new byte[large]);
        new WireBytes(bytes).u32(8, bytes.length - Header.BYTES).u32(countAt, 1 << 30);
        assertEquals(
                new Decoded.Malformed(Reason.COUNT_BEYOND_BODY, countAt),
                Allocations.decodeWithinBound(DECODER, bytes));
        new WireBytes(bytes).u32(countAt, large / entryBytes);
        assertInstanceOf(Decoded.Value.class, Allocations.decodeWithinBound(DECODER, bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "want, 92, 65, LENGTH_OUT_OF_RANGE",
        "want, 92, 65535, LENGTH_OUT_OF_RANGE",
        "cancel, 92, 1, COUNT_BEYOND_BODY",
        "cancel, 92, 64, COUNT_BEYOND_BODY",
        "open, 90, 0, LENGTH_OUT_OF_RANGE",
        "open, 90, 17, COUNT_BEYOND_BODY",
        "open, 90, 200, COUNT_BEYOND_BODY",
        "open, 90, 201, LENGTH_OUT_OF_RANGE",
        "open, 90, 65535, LENGTH_OUT_OF_RANGE",
        "opened, 156, 4096, COUNT_BEYOND_BODY",
        "opened, 156, 4097, LENGTH_OUT_OF_RANGE",
        "opened, 156, 65535, LENGTH_OUT_OF_RANGE",
        "opened, 158, 9, COUNT_BEYOND_BODY",
        "opened, 158, 4096, COUNT_BEYOND_BODY",
        "opened, 158, 4097, LENGTH_OUT_OF_RANGE",
        "opened, 158, 65535, LENGTH_OUT_OF_RANGE"
    })
    void shouldRefuseALengthBeyondItsBodyOrItsCap(
            final String name, final int lengthAt, final int length, final Reason reason) {
        final byte[] bytes = GoldenFrames.bytes(name);
        new WireBytes(bytes).u16(lengthAt, length);
        assertEquals(
                new Decoded.Malformed(reason, lengthAt),
                Allocations.decodeWithinBound(DECODER, bytes));
    }

    @ParameterizedTest
    @CsvSource({"0xFFFFFFFF", "0x80000000", "0x7FFFFFFF", "0xFFFFFFA8", "0xFFFFFFA7", "0x7FFFFFA8"})
    void shouldRefuseABodyBeyondTheFrame(final long bodyBytes) {
        for (final String name : GoldenFrames.names()) {
            final byte[] bytes = GoldenFrames.bytes(name);
            new WireBytes(bytes).u32(8, (int) bodyBytes);
            assertEquals(
                    new Decoded.Malformed(Reason.BODY_BEYOND_FRAME, 8),
                    Allocations.decodeWithinBound(DECODER, bytes));
        }
    }

    @Test
    void shouldPassUnsignedLengthsOnAsTheyAre() {
        final long[] extremes = {1L << 63, -1, Long.MAX_VALUE, 0};
        final Frame want = GoldenFrames.frameOf(1, new Body.Want(Tag.EMPTY, extremes));
        assertEquals(new Decoded.Value(want, 0), DECODER.decode(FrameEncoder.encode(want)));
        final Frame grant =
                GoldenFrames.frameOf(
                        1, new Body.Grant(List.of(new Credit(0, -1, 1L << 63, -1, 1L << 63, 0))));
        assertEquals(new Decoded.Value(grant, 0), DECODER.decode(FrameEncoder.encode(grant)));
        final ScatterRuns runs =
                new ScatterRuns(
                        extremes,
                        extremes,
                        extremes,
                        extremes,
                        extremes,
                        new int[] {-1, Integer.MIN_VALUE, Integer.MAX_VALUE, 0});
        final Frame data = GoldenFrames.frameOf(1, new Body.Data(0, -1, -1, runs));
        assertEquals(new Decoded.Value(data, 0), DECODER.decode(FrameEncoder.encode(data)));
    }

    @Test
    void shouldStayWithinTheBoundForManySmallMessages() {
        byte[] bytes = GoldenFrames.bytes("keep-alive-answer");
        while (bytes.length < 1 << 20) {
            bytes = WireBytes.joined(bytes, bytes);
        }
        final Decoded.Value value =
                assertInstanceOf(
                        Decoded.Value.class, Allocations.decodeWithinBound(DECODER, bytes));
        assertEquals(bytes.length / Header.BYTES, value.frame().messages().size());
    }

    @Test
    void shouldStayWithinTheBoundForTheDearestNames() {
        for (final String character : List.of("\uFFFD", "\u754C", "a")) {
            final Body open = new Body.Open(character.repeat(66), Nonce.NONE, 1, 1);
            final Message message = GoldenFrames.message(0, open);
            final Frame frame = new Frame(Collections.nCopies(1_000, message));
            assertEquals(
                    new Decoded.Value(frame, 0),
                    Allocations.decodeWithin(5, DECODER, FrameEncoder.encode(frame)));
        }
    }
}
