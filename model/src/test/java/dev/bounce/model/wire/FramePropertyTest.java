package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;

class FramePropertyTest {
    private static final FrameDecoder DECODER = new FrameDecoder(1 << 20);

    @Provide
    Arbitrary<Frame> frames() {
        return WireArbitraries.frames();
    }

    @Property(
            seed = "20260101",
            tries = 200,
            shrinking = ShrinkingMode.BOUNDED,
            edgeCases = EdgeCasesMode.NONE)
    void decodeShouldBeTheInverseOfEncode(@ForAll("frames") final Frame frame) {
        checkRoundTrip(frame);
    }

    @Property(tries = 20, shrinking = ShrinkingMode.BOUNDED, edgeCases = EdgeCasesMode.NONE)
    void decodeShouldBeTheInverseOfEncodeForFreshSeeds(@ForAll("frames") final Frame frame) {
        checkRoundTrip(frame);
    }

    private static void checkRoundTrip(final Frame frame) {
        final byte[] encoded = FrameEncoder.encode(frame);
        assertEquals(FrameEncoder.encodedBytes(frame), encoded.length);
        assertEquals(0, encoded.length % 8);
        assertEquals(new Decoded.Value(frame, 0), DECODER.decode(encoded));
    }

    @Provide
    Arbitrary<byte[]> anyBytes() {
        return Arbitraries.oneOf(
                List.of(randomBytes(), randomBodies(), damagedFrames(), smallBodies()));
    }

    @Property(
            seed = "20260102",
            tries = 800,
            shrinking = ShrinkingMode.BOUNDED,
            edgeCases = EdgeCasesMode.NONE)
    void decodeShouldNeverThrow(@ForAll("anyBytes") final byte[] bytes) {
        checkTotal(bytes);
    }

    @Property(tries = 50, shrinking = ShrinkingMode.BOUNDED, edgeCases = EdgeCasesMode.NONE)
    void decodeShouldNeverThrowForFreshSeeds(@ForAll("anyBytes") final byte[] bytes) {
        checkTotal(bytes);
    }

    /// Any bytes are a frame, or at fault inside of them; a frame encodes again to one that is
    /// equal.
    private static void checkTotal(final byte[] bytes) {
        final byte[] before = bytes.clone();
        switch (Allocations.decodeWithin(5, DECODER, bytes)) {
            case Decoded.Malformed malformed ->
                    assertTrue(malformed.offset() >= 0 && malformed.offset() <= bytes.length);
            case Decoded.Value value -> checkEncodesAgain(value.frame());
        }
        assertArrayEquals(before, bytes);
    }

    private static void checkEncodesAgain(final Frame frame) {
        if (frame.messages().isEmpty()
                || frame.messages().stream().anyMatch(FramePropertyTest::isUnrecognized)) {
            return;
        }
        final Decoded.Value again =
                assertInstanceOf(Decoded.Value.class, DECODER.decode(FrameEncoder.encode(frame)));
        assertEquals(new Decoded.Value(frame, 0), again);
    }

    private static boolean isUnrecognized(final Message message) {
        return switch (message.body()) {
            case Body.RequestAck ack -> ack.status() == Status.UNRECOGNIZED;
            case Body.OpenRefused refused -> refused.reason() == OpenRefusal.UNRECOGNIZED;
            case Body.ChunkAcks acks ->
                    acks.acks().stream().anyMatch(ack -> ack.status() == Status.UNRECOGNIZED);
            default -> false;
        };
    }

    private static Arbitrary<byte[]> randomBytes() {
        return Arbitraries.bytes().array(byte[].class).ofMaxSize(400);
    }

    /// A header that passes, before any bytes.
    private static Arbitrary<byte[]> randomBodies() {
        return behindHeader(Arbitraries.bytes().array(byte[].class).ofMaxSize(300));
    }

    /// A header that passes, before bytes that are small numbers more often than not.
    private static Arbitrary<byte[]> smallBodies() {
        return behindHeader(
                Arbitraries.of((byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 2, (byte) -1)
                        .array(byte[].class)
                        .ofMaxSize(300));
    }

    private static Arbitrary<byte[]> behindHeader(final Arbitrary<byte[]> bodies) {
        return Combinators.combine(
                        Arbitraries.integers().between(0, 5),
                        Arbitraries.integers().between(1, 2),
                        Arbitraries.integers().between(0, 1),
                        bodies)
                .as(
                        (type, version, rid, body) -> {
                            final byte[] bytes = WireBytes.joined(new byte[Header.BYTES], body);
                            bytes[6] = (byte) (int) type;
                            bytes[64] = (byte) (int) rid;
                            new WireBytes(bytes)
                                    .u32(0, Header.MAGIC)
                                    .u16(4, version)
                                    .u32(8, body.length);
                            return bytes;
                        });
    }

    /// A frame with a few bytes replaced, cut at any place.
    private static Arbitrary<byte[]> damagedFrames() {
        final Arbitrary<int[]> places =
                Arbitraries.integers().between(0, 1 << 20).array(int[].class).ofSize(5);
        final Arbitrary<byte[]> values = Arbitraries.bytes().array(byte[].class).ofMaxSize(4);
        return Combinators.combine(WireArbitraries.frames(), places, values)
                .as(
                        (frame, at, replacements) -> {
                            final byte[] bytes = FrameEncoder.encode(frame);
                            for (int index = 0; index < replacements.length; index++) {
                                bytes[at[index] % bytes.length] = replacements[index];
                            }
                            final boolean isCut = at[4] % 4 == 0;
                            return isCut ? Arrays.copyOf(bytes, at[4] % bytes.length) : bytes;
                        });
    }
}
