package dev.bounce.model.agent;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import java.util.List;

/// Descriptions to test with, and a writer of their bytes that shares no code with the codec.
final class Samples {
    static final long MIB = 1 << 20;

    private Samples() {}

    static Blob blob(final int length) {
        final byte[] bytes = new byte[length];
        for (int index = 0; index < length; index++) {
            bytes[index] = (byte) index;
        }
        return Blob.of(bytes);
    }

    static AgentDescription description(final int backendBytes, final RegisteredRegion... regions) {
        return new AgentDescription(blob(backendBytes), List.of(regions), Blob.EMPTY);
    }

    static AgentDescription decoded(final byte[] bytes) {
        return switch (AgentDescription.decode(bytes)) {
            case DecodedDescription.Value value -> value.description();
            case Malformed malformed -> throw new AssertionError(malformed);
        };
    }

    static Malformed malformed(final byte[] bytes) {
        return switch (AgentDescription.decode(bytes)) {
            case DecodedDescription.Value value -> throw new AssertionError("decodes to " + value);
            case Malformed malformed -> malformed;
        };
    }

    /// Fields 1 to 4, as a legacy writer leaves them.
    static byte[] legacyBytes(final int backendBytes, final long... regionWords) {
        final ByteBuffer out =
                ByteBuffer.allocate(16 + backendBytes + 8 * regionWords.length)
                        .order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(backendBytes).put(blob(backendBytes).toBytes());
        out.putLong(regionWords.length / 3);
        for (final long word : regionWords) {
            out.putLong(word);
        }
        return out.array();
    }

    /// All six fields.
    static byte[] newerBytes(
            final int backendBytes, final byte[] record, final long... regionWords) {
        final byte[] legacy = legacyBytes(backendBytes, regionWords);
        return ByteBuffer.allocate(legacy.length + 8 + record.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put(legacy)
                .putLong(record.length)
                .put(record)
                .array();
    }

    static byte[] hex(final String text) {
        return HexFormat.of().parseHex(text.replaceAll("\\s", ""));
    }

    static RegisteredRegion plainRegion() {
        return new RegisteredRegion(0x10_0000, MIB, 0);
    }

    static RegisteredRegion chunkedRegion() {
        return new RegisteredRegion(0x7F00_0020_0000L, 5 * MIB, 2 * MIB);
    }

    /// Speaks of [#plainRegion()] and [#chunkedRegion()].
    static Capability capability() {
        return new Capability(
                "prefill-0",
                0x1122_3344_5566_7788L,
                "tcp://10.0.0.3:5170",
                1,
                3,
                ControlKind.ZMQ,
                PlaneKind.RC,
                MemoryKind.CUDA,
                new DeviceUuid(0x0706_0504_0302_0100L, 0x0F0E_0D0C_0B0A_0908L),
                new ProcessIdentity("host-a/4026531836", 4711, 123_456),
                Blob.of((byte) 0xAA, (byte) 0xBB),
                List.of(
                        new RegionCapability(MemoryKind.HOST, 0, true, List.of(blob(3))),
                        new RegionCapability(
                                MemoryKind.CUDA, 1, false, List.of(blob(1), Blob.EMPTY, blob(2)))));
    }

    static AgentDescription offering(final Capability capability) {
        return AgentDescription.of(blob(5), List.of(plainRegion(), chunkedRegion()), capability);
    }
}
