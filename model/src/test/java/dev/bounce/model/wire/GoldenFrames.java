package dev.bounce.model.wire;

import dev.bounce.model.MemoryKind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/// The frames of `golden-frames.txt`, as values and as bytes, by the name of their section.
final class GoldenFrames {
    static final Token TOKEN = new Token(0x1817161514131211L, 0x201F1E1D1C1B1A19L);
    static final Nonce NONCE = new Nonce(0xC7C6C5C4C3C2C1C0L, 0xCFCECDCCCBCAC9C8L);

    private static final SequencedMap<String, byte[]> BYTES = load();
    private static final SequencedMap<String, Frame> FRAMES = frames();

    private GoldenFrames() {}

    static List<String> names() {
        return List.copyOf(FRAMES.keySet());
    }

    static Frame frame(final String name) {
        return FRAMES.get(name);
    }

    /// A copy; `null` if the file has no such section.
    static byte[] bytes(final String name) {
        return BYTES.containsKey(name) ? BYTES.get(name).clone() : null;
    }

    static List<String> sections() {
        return List.copyOf(BYTES.keySet());
    }

    /// The header of a message in an open epoch, as the golden frames have it.
    static Header header(final MessageType type, final long rid) {
        return new Header(
                type,
                1,
                TOKEN,
                0x3132333435363738L,
                0x4142434445464748L,
                0x5152535455565758L,
                9,
                rid,
                5,
                type.isFromSender() ? 77 : 0);
    }

    static Message message(final long rid, final Body body) {
        return new Message(header(body.type(), rid), body);
    }

    static Frame frameOf(final long rid, final Body body) {
        return new Frame(List.of(message(rid, body)));
    }

    private static SequencedMap<String, Frame> frames() {
        final SequencedMap<String, Frame> frames = new TreeMap<>();
        requests(frames);
        answers(frames);
        links(frames);
        return frames;
    }

    private static void requests(final SequencedMap<String, Frame> frames) {
        frames.put(
                "want",
                frameOf(
                        42,
                        new Body.Want(
                                Tag.of("kv-17"), new long[] {4096, 8192, (1L << 32) + 1024})));
        frames.put("cancel", frameOf(42, new Body.Cancel()));
        final ScatterRuns runs =
                new ScatterRuns(
                        new long[] {32, 160, 1L << 32},
                        new long[] {0xD000, 0xE000, -4096},
                        new long[] {0, 4096, 1L << 40},
                        new long[] {0, 128, 1L << 33},
                        new long[] {128, 64, 1L << 32},
                        new int[] {1, 3, 70_000});
        frames.put("data", frameOf(7, new Body.Data(2, 1003, 0x4000, runs)));
        frames.put(
                "data-without-runs", frameOf(7, new Body.Data(2, 1003, 0x4000, ScatterRuns.EMPTY)));
    }

    private static void answers(final SequencedMap<String, Frame> frames) {
        frames.put(
                "grant",
                frameOf(
                        99,
                        new Body.Grant(
                                List.of(
                                        new Credit(0, 1001, 0x3000, 0x7F00_0000_3000L, 256, 1),
                                        new Credit(
                                                2,
                                                1002,
                                                0x2_0000_0000L,
                                                0x7F02_0000_0000L,
                                                (1L << 32) + 1024,
                                                1)))));
        frames.put("grant-queued", frameOf(99, new Body.Grant(List.of())));
        frames.put(
                "chunk-acks",
                frameOf(
                        7,
                        new Body.ChunkAcks(
                                List.of(
                                        new ChunkAck(3, 1004, Status.LANDED),
                                        new ChunkAck(4, 1005, Status.SCATTER_FAILED),
                                        new ChunkAck(5, 1006, Status.REJECTED_MALFORMED),
                                        new ChunkAck(6, 1007, Status.REJECTED_OUT_OF_BOUNDS),
                                        new ChunkAck(7, 0, Status.REJECTED_NO_CAPACITY),
                                        new ChunkAck(8, 1009, Status.CANCELLED),
                                        new ChunkAck(9, 1010, Status.UNKNOWN_FLOW)))));
        frames.put("request-ack", frameOf(7, new Body.RequestAck(Status.CANCELLED)));
        final ChunkAck landed = new ChunkAck(0, 1001, Status.LANDED);
        final Credit next = new Credit(4, 1008, 0x3000, 0x7F00_0000_3000L, 4096, 0);
        frames.put(
                "ack-with-grants",
                new Frame(
                        List.of(
                                message(7, new Body.ChunkAcks(List.of(landed))),
                                message(8, new Body.Grant(List.of(next))),
                                message(0, new Body.KeepAliveAnswer()))));
    }

    private static void links(final SequencedMap<String, Frame> frames) {
        frames.put(
                "open",
                changed(
                        frameOf(0, new Body.Open("prefill-\u00E9", NONCE, 1, 3)),
                        header ->
                                new Header(
                                        header.type(),
                                        1,
                                        Token.NONE,
                                        header.linkId(),
                                        header.senderInstance(),
                                        0,
                                        9,
                                        0,
                                        1,
                                        1)));
        frames.put("keep-alive", frameOf(0, new Body.KeepAlive()));
        frames.put("close-clean", frameOf(0, new Body.Close(true)));
        frames.put("close-dirty", frameOf(0, new Body.Close(false)));
        frames.put("opened", answer(0, opened(), Token.NONE, 1));
        frames.put("keep-alive-answer", frameOf(0, new Body.KeepAliveAnswer()));
        frames.put("closed", answer(0, new Body.Closed(), TOKEN, 0));
        frames.put("stale-epoch", answer(0, new Body.StaleEpoch(12, NONCE), Token.NONE, 0));
        frames.put(
                "stale-instance",
                answer(42, new Body.StaleInstance(0x6162636465666768L), TOKEN, 0));
        frames.put(
                "open-refused",
                answer(0, new Body.OpenRefused(OpenRefusal.VERSION, NONCE), Token.NONE, 0));
    }

    private static Body.Opened opened() {
        return new Body.Opened(
                NONCE,
                TOKEN,
                1,
                new Body.ReceiverLimits(10_000_000_000L, 64, 32 << 20, 65_536, 1_048_576, 64 << 20),
                new Body.ArenaAccess(
                        MemoryKind.CUDA,
                        new DeviceUuid(0xA7A6A5A4A3A2A1A0L, 0xAFAEADACABAAA9A8L),
                        0x7F00_0000_0000L,
                        Blob.of(HexFormat.of().parseHex("e0e1e2e3e4e5e6e7e8")),
                        Blob.of(HexFormat.of().parseHex("f0f1f2"))));
    }

    /// An answer to a frame that was not, or may not have been, of an open epoch.
    private static Frame answer(
            final long rid, final Body body, final Token token, final long beatEcho) {
        return changed(
                frameOf(rid, body),
                header ->
                        new Header(
                                header.type(),
                                1,
                                token,
                                header.linkId(),
                                header.senderInstance(),
                                header.receiverInstance(),
                                header.epoch(),
                                rid,
                                beatEcho,
                                0));
    }

    private static Frame changed(final Frame frame, final UnaryOperator<Header> change) {
        final Message message = frame.messages().getFirst();
        return new Frame(List.of(new Message(change.apply(message.header()), message.body())));
    }

    private static SequencedMap<String, byte[]> load() {
        try (InputStream in = GoldenFrames.class.getResourceAsStream("golden-frames.txt")) {
            final SequencedMap<String, StringBuilder> hex = new TreeMap<>();
            StringBuilder section = null;
            for (final String line :
                    new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList()) {
                final String text = line.replaceFirst("#.*", "").replace(" ", "");
                if (text.startsWith("[")) {
                    section = new StringBuilder();
                    hex.put(text.substring(1, text.length() - 1), section);
                } else if (section != null) {
                    section.append(text);
                }
            }
            final SequencedMap<String, byte[]> bytes = new TreeMap<>();
            hex.forEach((name, digits) -> bytes.put(name, HexFormat.of().parseHex(digits)));
            return bytes;
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
