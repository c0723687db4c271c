package dev.bounce.model.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a decoder makes of fields, types, kinds and versions that it does not know, and of values
/// that no type of its own can hold: it skips or reads what it can, and never refuses the frame.
class ForeignFieldsTest {
    static final List<String> GOLDEN = GoldenFrames.names();

    /// All but the body that is empty by definition: bytes there would be another kind.
    static final List<String> EXTENSIBLE =
            GOLDEN.stream().filter(name -> !name.equals("keep-alive-answer")).toList();

    private static final FrameDecoder DECODER = new FrameDecoder(1 << 20);
    private static final Decoded SKIPPED = new Decoded.Value(new Frame(List.of()), 1);

    @ParameterizedTest
    @FieldSource("GOLDEN")
    void shouldIgnoreFlagsAndReservedHeaderFields(final String name) {
        final byte[] bytes = GoldenFrames.bytes(name);
        bytes[7] = (byte) 0xFF;
        new WireBytes(bytes).u32(12, -1);
        assertEquals(new Decoded.Value(GoldenFrames.frame(name), 0), DECODER.decode(bytes));
    }

    @ParameterizedTest
    @CsvSource({
        "want, 94, 2",
        "want, 101, 3",
        "cancel, 94, 2",
        "open, 89, 1",
        "open, 122, 6",
        "keep-alive, 89, 7",
        "close-clean, 90, 6",
        "close-dirty, 90, 6",
        "grant, 92, 4",
        "opened, 193, 7",
        "opened, 203, 5",
        "data, 244, 4",
        "chunk-acks, 89, 3",
        "chunk-acks, 101, 3",
        "request-ack, 90, 6",
        "closed, 89, 7",
        "stale-epoch, 89, 7",
        "stale-instance, 89, 7",
        "open-refused, 90, 6"
    })
    void shouldIgnoreReservedBytesAndPadding(final String name, final int at, final int count) {
        final byte[] bytes = GoldenFrames.bytes(name);
        for (int index = at; index < at + count; index++) {
            assertEquals(0, bytes[index], "reserved byte at " + index);
            bytes[index] = (byte) 0xFF;
        }
        assertEquals(new Decoded.Value(GoldenFrames.frame(name), 0), DECODER.decode(bytes));
    }

    @ParameterizedTest
    @FieldSource("EXTENSIBLE")
    void shouldSkipUnknownTrailingFields(final String name) {
        final Message first = GoldenFrames.frame(name).messages().getFirst();
        final byte[] bytes = FrameEncoder.encode(new Frame(List.of(first)));
        for (final int extra : new int[] {1, 8, 100}) {
            final byte[] longer = WireBytes.joined(bytes, WireBytes.filled(extra, 0xA5));
            new WireBytes(longer).u32(8, longer.length - 88);
            assertEquals(new Decoded.Value(new Frame(List.of(first)), 0), DECODER.decode(longer));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 127, 128, 255})
    void shouldSkipAndCountUnknownTypes(final int type) {
        final byte[] unknown = GoldenFrames.bytes("grant");
        unknown[6] = (byte) type;
        assertEquals(SKIPPED, DECODER.decode(unknown));
        final byte[] frame =
                WireBytes.joined(WireBytes.joined(unknown, GoldenFrames.bytes("want")), unknown);
        assertEquals(new Decoded.Value(GoldenFrames.frame("want"), 2), DECODER.decode(frame));
    }

    @ParameterizedTest
    @CsvSource({
        "keep-alive, 0",
        "keep-alive, 4",
        "keep-alive, 255",
        "opened, 0",
        "opened, 2",
        "closed, 0",
        "closed, 7",
        "request-ack, 0",
        "request-ack, 255"
    })
    void shouldSkipAndCountUnknownKinds(final String name, final int kind) {
        final byte[] bytes = GoldenFrames.bytes(name);
        bytes[88] = (byte) kind;
        assertEquals(SKIPPED, DECODER.decode(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"closed", "open-refused", "chunk-acks", "request-ack"})
    void shouldSkipAnAckThatDoesNotGoWithItsRid(final String name) {
        final byte[] bytes = GoldenFrames.bytes(name);
        bytes[64] = (byte) (bytes[64] == 0 ? 1 : 0);
        assertEquals(SKIPPED, DECODER.decode(bytes));
    }

    @Test
    void shouldSkipDataOfTheLinkItself() {
        final byte[] bytes = GoldenFrames.bytes("data");
        bytes[64] = 0;
        assertEquals(SKIPPED, DECODER.decode(bytes));
    }

    @Test
    void shouldSkipAnArenaOfUnknownMemory() {
        final byte[] bytes = GoldenFrames.bytes("opened");
        bytes[89] = 2;
        assertEquals(SKIPPED, DECODER.decode(bytes));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 0xFFFF})
    void shouldReadOnlyOpenAndItsRefusalOfAnotherVersion(final int version) {
        for (final String name : GOLDEN) {
            final Message first = GoldenFrames.frame(name).messages().getFirst();
            final byte[] bytes = FrameEncoder.encode(new Frame(List.of(first)));
            new WireBytes(bytes).u16(4, version);
            final Decoded.Value value =
                    assertInstanceOf(Decoded.Value.class, DECODER.decode(bytes), name);
            if (name.equals("open") || name.equals("open-refused")) {
                final Message message = value.frame().messages().getFirst();
                assertEquals(version, message.header().version());
                assertEquals(first.body(), message.body());
                assertEquals(0, value.skippedMessages());
            } else {
                assertEquals(SKIPPED, value, name);
            }
        }
    }

    @Test
    void shouldNotLookIntoForeignBodies() {
        final byte[] bytes = GoldenFrames.bytes("grant");
        new WireBytes(bytes).u16(4, 2).u32(88, -1);
        assertEquals(SKIPPED, DECODER.decode(bytes));
    }

    @Test
    void shouldReadUnknownStatusesAndReasonsAsUnrecognized() {
        final byte[] request = GoldenFrames.bytes("request-ack");
        request[89] = 8;
        assertEquals(new Body.RequestAck(Status.UNRECOGNIZED), onlyBody(request));
        final byte[] refused = GoldenFrames.bytes("open-refused");
        refused[89] = (byte) 200;
        assertEquals(
                new Body.OpenRefused(OpenRefusal.UNRECOGNIZED, GoldenFrames.NONCE),
                onlyBody(refused));
        final byte[] chunks = GoldenFrames.bytes("chunk-acks");
        chunks[100] = 0;
        final Body.ChunkAcks acks = assertInstanceOf(Body.ChunkAcks.class, onlyBody(chunks));
        assertEquals(new ChunkAck(3, 1004, Status.UNRECOGNIZED), acks.acks().getFirst());
        assertEquals(new ChunkAck(4, 1005, Status.SCATTER_FAILED), acks.acks().get(1));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 255})
    void shouldTakeACloseThatDoesNotSayCleanAsDirty(final int clean) {
        final byte[] bytes = GoldenFrames.bytes("close-clean");
        bytes[89] = (byte) clean;
        assertEquals(new Body.Close(false), onlyBody(bytes));
    }

    @Test
    void shouldTellCancelFromARequestOfOneChunk() {
        final Body.Want one = new Body.Want(Tag.EMPTY, new long[] {16});
        assertEquals(one, onlyBody(FrameEncoder.encode(GoldenFrames.frameOf(3, one))));
        final byte[] cancelWithTag = GoldenFrames.bytes("want");
        new WireBytes(cancelWithTag).u32(88, 0);
        assertEquals(new Body.Cancel(), onlyBody(cancelWithTag));
    }

    @Test
    void shouldCapLimitsAtTheirType() {
        final byte[] bytes = GoldenFrames.bytes("opened");
        final WireBytes wire = new WireBytes(bytes);
        wire.u32(92, -1).u32(144, 1 << 31).u32(148, -1).u32(152, -1);
        wire.u64(128, 1L << 63).u64(136, -1);
        final Body.Opened opened = assertInstanceOf(Body.Opened.class, onlyBody(bytes));
        assertEquals(
                new Body.ReceiverLimits(
                        Long.MAX_VALUE,
                        Integer.MAX_VALUE,
                        Long.MAX_VALUE,
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE,
                        Integer.MAX_VALUE),
                opened.limits());
    }

    private static Body onlyBody(final byte[] bytes) {
        final Decoded.Value value = assertInstanceOf(Decoded.Value.class, DECODER.decode(bytes));
        assertEquals(1, value.frame().messages().size());
        assertEquals(0, value.skippedMessages());
        return value.frame().messages().getFirst().body();
    }
}
