package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import dev.bounce.model.wire.Decoded.Reason;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/// Golden frames, damaged in every place.
class FrameDamageTest {
    static final List<String> GOLDEN = GoldenFrames.names();

    /// Lone continuation, cut sequence, overlong, surrogate, above U+10FFFF, never used.
    static final List<String> BAD_NAMES =
            List.of("80", "61c3", "c080", "e08080", "eda080", "f4908080", "ff", "61fe62");

    /// Where the first messages of the golden frames have counts and lengths.
    private static final Set<Integer> COUNT_FIELDS = Set.of(88, 90, 92, 156, 158);

    private static final FrameDecoder DECODER = new FrameDecoder(1 << 20);

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldRefuseEveryTruncatedFrame(final String name) {
        final byte[] golden = GoldenFrames.bytes(name);
        final List<Message> messages = GoldenFrames.frame(name).messages();
        int start = 0;
        for (int index = 0; index < messages.size(); index++) {
            final int end = start + (int) FrameEncoder.encodedBytes(messages.get(index).body());
            final int bodyStart = start + Header.BYTES;
            // A cut between two messages leaves a shorter frame that is whole: that a frame arrives
            // in one piece is the duty of the channel.
            assertEquals(
                    start == 0
                            ? new Decoded.Malformed(Reason.EMPTY, 0)
                            : new Decoded.Value(new Frame(messages.subList(0, index)), 0),
                    DECODER.decode(Arrays.copyOf(golden, start)));
            for (int cut = start + 1; cut < end; cut++) {
                assertEquals(
                        cut < bodyStart
                                ? new Decoded.Malformed(Reason.TRUNCATED_HEADER, start)
                                : new Decoded.Malformed(Reason.BODY_BEYOND_FRAME, start + 8),
                        DECODER.decode(Arrays.copyOf(golden, cut)),
                        "cut at " + cut);
            }
            start = end;
        }
        assertEquals(golden.length, start);
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldRefuseEveryShortenedBody(final String name) {
        final Message first = GoldenFrames.frame(name).messages().getFirst();
        final byte[] bytes = FrameEncoder.encode(new Frame(List.of(first)));
        for (int cut = bytes.length - 1; cut >= Header.BYTES; cut--) {
            final byte[] shorter = Arrays.copyOf(bytes, cut);
            new WireBytes(shorter).u32(8, cut - Header.BYTES);
            final Decoded decoded = DECODER.decode(shorter);
            if (name.equals("opened") && cut == Header.BYTES) {
                final Message answer = new Message(first.header(), new Body.KeepAliveAnswer());
                assertEquals(new Decoded.Value(new Frame(List.of(answer)), 0), decoded);
            } else if (name.equals("data") && cut >= bytes.length - 4) {
                assertEquals(new Decoded.Value(new Frame(List.of(first)), 0), decoded);
            } else {
                assertShortBody(decoded, cut);
            }
        }
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldSurviveEveryFlippedBit(final String name) {
        final byte[] bytes = GoldenFrames.bytes(name);
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            Allocations.decodeWithinBound(DECODER, bytes);
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertEquals(new Decoded.Value(GoldenFrames.frame(name), 0), DECODER.decode(bytes));
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldNoticeEveryFlippedBitThatMeansSomething(final String name) {
        final byte[] bytes = GoldenFrames.bytes(name);
        final Decoded original = DECODER.decode(bytes);
        int silent = 0;
        for (int bit = 0; bit < 8 * bytes.length; bit++) {
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
            if (original.equals(DECODER.decode(bytes))) {
                silent++;
            }
            bytes[bit / 8] ^= (byte) (1 << bit % 8);
        }
        assertEquals(8 * ignoredBytes(name) + ignoredBits(name), silent);
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldSurviveEveryExtremeByte(final String name) {
        final byte[] bytes = GoldenFrames.bytes(name);
        for (int at = 0; at < bytes.length; at++) {
            final byte original = bytes[at];
            for (final int extreme : new int[] {0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF}) {
                bytes[at] = (byte) extreme;
                Allocations.decodeWithinBound(DECODER, bytes);
            }
            bytes[at] = original;
        }
    }

    @ParameterizedTest
    @FieldSource("BAD_NAMES")
    void shouldRefuseNamesThatAreNotUtf8(final String hex) {
        final byte[] name = HexFormat.of().parseHex(hex);
        final byte[] bytes = GoldenFrames.bytes("open");
        System.arraycopy(name, 0, bytes, 112, name.length);
        new WireBytes(bytes).u16(90, name.length);
        assertEquals(new Decoded.Malformed(Reason.NAME_NOT_UTF8, 112), DECODER.decode(bytes));
    }

    @Test
    void shouldTakeTheReplacementCharacterAsANameLikeAnyOther() {
        final Frame frame = GoldenFrames.frameOf(0, new Body.Open("\uFFFD", Nonce.NONE, 1, 1));
        assertEquals(new Decoded.Value(frame, 0), DECODER.decode(FrameEncoder.encode(frame)));
    }

    /// A body that ends too early is at fault where it ends, or in the count that says more.
    private static void assertShortBody(final Decoded decoded, final int end) {
        final Decoded.Malformed malformed =
                assertInstanceOf(Decoded.Malformed.class, decoded, "cut at " + end);
        switch (malformed.reason()) {
            case TRUNCATED_BODY -> assertEquals(end, malformed.offset());
            case COUNT_BEYOND_BODY -> assertTrue(COUNT_FIELDS.contains(malformed.offset()));
            default -> fail("cut at " + end + ": " + malformed);
        }
    }

    /// Reserved bytes and padding.
    private static int ignoredBytes(final String name) {
        return 5 * GoldenFrames.frame(name).messages().size()
                + switch (name) {
                    case "want" -> 2 + 3;
                    case "cancel" -> 2;
                    case "open" -> 1 + 6;
                    case "keep-alive", "closed", "stale-epoch", "stale-instance" -> 7;
                    case "close-clean", "close-dirty" -> 6;
                    case "grant", "grant-queued" -> 4;
                    case "opened" -> 7 + 5;
                    case "data" -> 4;
                    case "data-without-runs", "keep-alive-answer" -> 0;
                    case "chunk-acks" -> 3 + 7 * 3;
                    case "request-ack", "open-refused" -> 6;
                    case "ack-with-grants" -> 3 + 3 + 4;
                    default -> throw new AssertionError("reserved bytes of " + name);
                };
    }

    /// A dirty close stays dirty unless its byte becomes exactly 1.
    private static int ignoredBits(final String name) {
        return name.equals("close-dirty") ? 7 : 0;
    }
}
