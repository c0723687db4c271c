package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.MemoryKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

class FrameEncoderTest {
    static final List<String> GOLDEN = GoldenFrames.names();

    @Test
    void shouldHaveGoldenBytesForEveryBody() {
        final Set<Class<?>> covered =
                GOLDEN.stream()
                        .flatMap(name -> GoldenFrames.frame(name).messages().stream())
                        .map(message -> message.body().getClass())
                        .collect(Collectors.toSet());
        assertEquals(Set.of(Body.class.getPermittedSubclasses()), covered);
        assertEquals(GOLDEN, GoldenFrames.sections());
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldEncodeToGoldenBytes(final String name) {
        assertArrayEquals(GoldenFrames.bytes(name), FrameEncoder.encode(GoldenFrames.frame(name)));
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldKnowTheSizeWithoutEncoding(final String name) {
        final Frame frame = GoldenFrames.frame(name);
        final long bytes = FrameEncoder.encodedBytes(frame);
        assertEquals(GoldenFrames.bytes(name).length, bytes);
        assertEquals(0, bytes % 8);
        assertEquals(
                bytes,
                frame.messages().stream()
                        .mapToLong(message -> FrameEncoder.encodedBytes(message.body()))
                        .sum());
    }

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldOverwriteWhatTheTargetHeld(final String name) {
        final byte[] golden = GoldenFrames.bytes(name);
        try (Arena arena = Arena.ofConfined()) {
            final MemorySegment target = arena.allocate(golden.length + 3).asSlice(1);
            target.fill((byte) 0xFF);
            assertEquals(golden.length, FrameEncoder.encode(GoldenFrames.frame(name), target));
            assertArrayEquals(
                    golden, target.asSlice(0, golden.length).toArray(ValueLayout.JAVA_BYTE));
            assertEquals(-1, target.get(ValueLayout.JAVA_BYTE, golden.length));
        }
    }

    @Test
    void shouldRefuseATargetThatIsTooShort() {
        final Frame frame = GoldenFrames.frame("want");
        final MemorySegment target =
                MemorySegment.ofArray(new byte[GoldenFrames.bytes("want").length - 1]);
        final IllegalArgumentException refused =
                assertThrows(
                        IllegalArgumentException.class, () -> FrameEncoder.encode(frame, target));
        assertTrue(refused.getMessage().contains("128"), refused.getMessage());
    }

    @Test
    void shouldEncodeOpenAndItsRefusalInAnyVersion() {
        for (final String name : List.of("open", "open-refused")) {
            final Message message = GoldenFrames.frame(name).messages().getFirst();
            final byte[] expected = GoldenFrames.bytes(name);
            expected[4] = (byte) 0xFE;
            expected[5] = (byte) 0xFF;
            assertArrayEquals(
                    expected,
                    FrameEncoder.encode(new Frame(List.of(withVersion(message, 0xFFFE)))));
        }
    }

    @Test
    void shouldRefuseEveryOtherBodyInAnotherVersion() {
        for (final String name : GOLDEN) {
            final Message message = GoldenFrames.frame(name).messages().getFirst();
            if (!name.startsWith("open") || name.equals("opened")) {
                assertRefused(withVersion(message, 2), "version 2");
            }
        }
    }

    @Test
    void shouldRefuseEveryTypeThatDoesNotCarryTheBody() {
        for (final String name : GOLDEN) {
            final Message message = GoldenFrames.frame(name).messages().getFirst();
            final EnumSet<MessageType> others =
                    EnumSet.complementOf(EnumSet.of(message.header().type()));
            for (final MessageType type : others) {
                final Header header = GoldenFrames.header(type, message.header().rid());
                assertRefused(new Message(header, message.body()), "type " + type);
            }
        }
    }

    @Test
    void shouldRefuseARidThatDoesNotCarryTheBody() {
        for (final String name : GOLDEN) {
            final Body body = GoldenFrames.frame(name).messages().getFirst().body();
            final boolean fitsBoth = name.equals("stale-epoch") || name.equals("stale-instance");
            final long wrong = body.fitsRid(0) ? 1 : 0;
            assertEquals(fitsBoth, body.fitsRid(0) && body.fitsRid(1), name);
            if (!fitsBoth) {
                assertRefused(GoldenFrames.message(wrong, body), "rid " + wrong);
            }
        }
    }

    @Test
    void shouldRefuseAFrameWithoutMessages() {
        final Frame empty = new Frame(List.of());
        assertEquals(0, FrameEncoder.encodedBytes(empty));
        assertThrows(IllegalArgumentException.class, () -> FrameEncoder.encode(empty));
    }

    static Stream<Arguments> unencodable() {
        final Credit negativeChunk = new Credit(-1, 1, 0, 0, 1, 0);
        final Credit negativeDevice = new Credit(0, 1, 0, 0, 1, -1);
        return Stream.of(
                Arguments.of(1, new Body.Want(Tag.EMPTY, new long[0]), "chunks is 0"),
                Arguments.of(0, open(""), "name is 0"),
                Arguments.of(0, open("a".repeat(201)), "name is 201"),
                Arguments.of(0, open("\u00E9".repeat(101)), "name is 202"),
                Arguments.of(0, open("a\uD800"), "surrogate"),
                Arguments.of(0, new Body.Open("a", Nonce.NONE, -1, 1), "wireLow is -1"),
                Arguments.of(0, new Body.Open("a", Nonce.NONE, 1, 65_536), "wireHigh is 65536"),
                Arguments.of(1, new Body.Grant(List.of(negativeChunk)), "chunk is -1"),
                Arguments.of(1, new Body.Grant(List.of(negativeDevice)), "device is -1"),
                Arguments.of(0, opened(limits(-1, 1), 0, 0), "leaseNanos is -1"),
                Arguments.of(0, opened(limits(1, -1), 0, 0), "maxRuns is -1"),
                Arguments.of(0, opened(limits(1, 1), 4_097, 0), "remote key is 4097"),
                Arguments.of(0, opened(limits(1, 1), 0, 4_097), "plane address is 4097"),
                Arguments.of(1, new Body.Data(-1, 1, 0, ScatterRuns.EMPTY), "chunk is -1"),
                Arguments.of(
                        1,
                        new Body.ChunkAcks(List.of(new ChunkAck(-1, 1, Status.LANDED))),
                        "chunk is -1"),
                Arguments.of(
                        1,
                        new Body.ChunkAcks(List.of(new ChunkAck(0, 1, Status.UNRECOGNIZED))),
                        "UNRECOGNIZED"),
                Arguments.of(1, new Body.RequestAck(Status.UNRECOGNIZED), "UNRECOGNIZED"),
                Arguments.of(
                        0,
                        new Body.OpenRefused(OpenRefusal.UNRECOGNIZED, Nonce.NONE),
                        "UNRECOGNIZED"));
    }

    @ParameterizedTest
    @MethodSource("unencodable")
    void shouldNameWhatCannotBeEncoded(final long rid, final Body body, final String named) {
        assertRefused(GoldenFrames.message(rid, body), named);
    }

    @Test
    void shouldEncodeTheLongestAndTheLargest() {
        final Body longestOpen = open("\u00E9".repeat(100));
        final Body longestOpened = opened(limits(1, 1), 4_096, 4_096);
        final byte[] tag = new byte[64];
        Arrays.fill(tag, (byte) 0xFF);
        final Body longestTag = new Body.Want(Tag.of(tag), new long[] {1});
        assertRoundTrip(0, new Body.Open("a", Nonce.NONE, 0xFFFE, 0xFFFF), 88 + 24 + 8);
        assertRoundTrip(0, longestOpen, 88 + 24 + 200);
        assertRoundTrip(0, longestOpened, 88 + 96 + 8_192);
        assertRoundTrip(1, longestTag, 88 + 8 + 64 + 8);
    }

    private static void assertRoundTrip(final long rid, final Body body, final int bytes) {
        final Frame frame = GoldenFrames.frameOf(rid, body);
        final byte[] encoded = FrameEncoder.encode(frame);
        assertEquals(bytes, encoded.length);
        assertEquals(new Decoded.Value(frame, 0), new FrameDecoder(encoded.length).decode(encoded));
    }

    private static void assertRefused(final Message message, final String named) {
        final Frame frame = new Frame(List.of(message));
        final IllegalArgumentException refused =
                assertThrows(IllegalArgumentException.class, () -> FrameEncoder.encode(frame));
        assertTrue(refused.getMessage().contains(named), refused.getMessage());
    }

    private static Message withVersion(final Message message, final int version) {
        final Header header = message.header();
        return new Message(
                new Header(
                        header.type(),
                        version,
                        header.token(),
                        header.linkId(),
                        header.senderInstance(),
                        header.receiverInstance(),
                        header.epoch(),
                        header.rid(),
                        header.progress(),
                        header.beat()),
                message.body());
    }

    private static Body open(final String name) {
        return new Body.Open(name, Nonce.NONE, 1, 1);
    }

    private static Body.ReceiverLimits limits(final long leaseNanos, final int maxRuns) {
        return new Body.ReceiverLimits(leaseNanos, 1, 1, 1, maxRuns, 1);
    }

    private static Body opened(
            final Body.ReceiverLimits limits, final int keyBytes, final int addressBytes) {
        final Body.ArenaAccess arena =
                new Body.ArenaAccess(
                        MemoryKind.HOST,
                        DeviceUuid.NONE,
                        0,
                        Blob.of(new byte[keyBytes]),
                        Blob.of(new byte[addressBytes]));
        return new Body.Opened(Nonce.NONE, Token.NONE, 1, limits, arena);
    }
}
