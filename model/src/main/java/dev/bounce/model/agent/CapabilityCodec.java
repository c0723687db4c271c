package dev.bounce.model.agent;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.CapabilityAbsent.Reason;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The layout of a capability record. Integers are little-endian, without padding. *Text* and
/// *blob* are a u32 length and that many bytes; text is UTF-8.
///
/// | offset | field | type |
/// |---|---|---|
/// | 0 | magic, on the wire `42 43 41 50` | u32 |
/// | 4 | format of this record, 2 | u16 |
/// | 6 | lowest wire version | u16 |
/// | 8 | highest wire version | u16 |
/// | 10 | control kind | u8 |
/// | 11 | plane kind | u8 |
/// | 12 | memory kind of the arena | u8 |
/// | 13 | instance | u64 |
/// | 21 | device UUID | 16 bytes |
/// | 37 | pid | u64 |
/// | 45 | process start time | u64 |
/// | 53 | name, host id, control endpoint | 3 x text |
/// | | direct-path worker address | blob |
/// | | region count | u32 |
/// | | per region: memory kind, device, flags (bit 0 = puttable), key count | u8, u32, u8, u32 |
/// | | per region, behind its key count: remote keys | blobs |
///
/// Nothing follows. The format changes whenever this table does.
final class CapabilityCodec {
    static final int MAGIC = 0x50414342;
    static final int FORMAT = 2;

    private static final int HEAD_BYTES = 6;
    private static final int FIXED_BYTES = 53;
    private static final int REGION_BYTES = 10;
    private static final int PUTTABLE = 1;

    private CapabilityCodec() {}

    static byte[] encode(final Capability capability) {
        final byte[] name = utf8(capability.name());
        final byte[] hostId = utf8(capability.process().hostId());
        final byte[] endpoint = utf8(capability.endpoint());
        final byte[] directAddress = capability.directAddress().toBytes();
        final long bytes =
                FIXED_BYTES
                        + 20L
                        + name.length
                        + hostId.length
                        + endpoint.length
                        + directAddress.length
                        + regionBytes(capability.regions());
        if (bytes > AgentDescription.MAX_BYTES) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "capability record has %d bytes, at most %d fit",
                            bytes,
                            AgentDescription.MAX_BYTES));
        }
        final ByteBuffer out = ByteBuffer.allocate((int) bytes).order(ByteOrder.LITTLE_ENDIAN);
        putFixed(out, capability);
        put(out, name);
        put(out, hostId);
        put(out, endpoint);
        put(out, directAddress);
        out.putInt(capability.regions().size());
        for (final RegionCapability region : capability.regions()) {
            out.put((byte) region.memoryKind().wireValue()).putInt(region.device());
            out.put((byte) (region.puttable() ? PUTTABLE : 0));
            out.putInt(region.remoteKeys().size());
            region.remoteKeys().forEach(key -> put(out, key.toBytes()));
        }
        return out.array();
    }

    private static void putFixed(final ByteBuffer out, final Capability capability) {
        out.putInt(MAGIC).putShort((short) FORMAT);
        out.putShort((short) capability.wireLow()).putShort((short) capability.wireHigh());
        out.put((byte) capability.control().wireValue());
        out.put((byte) capability.plane().wireValue());
        out.put((byte) capability.memoryKind().wireValue());
        out.putLong(capability.instance());
        out.putLong(capability.deviceUuid().low()).putLong(capability.deviceUuid().high());
        out.putLong(capability.process().pid()).putLong(capability.process().startTime());
    }

    private static long regionBytes(final List<RegionCapability> regions) {
        long bytes = 0;
        for (final RegionCapability region : regions) {
            bytes += REGION_BYTES;
            for (final Blob key : region.remoteKeys()) {
                bytes += 4 + key.length();
            }
        }
        return bytes;
    }

    private static byte[] utf8(final String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void put(final ByteBuffer out, final byte[] bytes) {
        out.putInt(bytes.length).put(bytes);
    }

    static CapabilityOffer decode(final Blob record) {
        if (record.length() == 0) {
            return new CapabilityAbsent(Reason.NOT_OFFERED, 0);
        }
        if (record.length() < HEAD_BYTES) {
            return new CapabilityAbsent(Reason.UNDECODABLE, 0);
        }
        final RecordReader in = new RecordReader(record.toBytes());
        if (in.u32() != MAGIC) {
            return new CapabilityAbsent(Reason.FOREIGN_MAGIC, 0);
        }
        if (in.u16() != FORMAT) {
            return new CapabilityAbsent(Reason.UNKNOWN_FORMAT, 4);
        }
        return decodeFormat2(in);
    }

    private static CapabilityOffer decodeFormat2(final RecordReader in) {
        final int wireLow = in.u16();
        final int wireHigh = in.u16();
        in.require(Capability.isWireRange(wireLow, wireHigh));
        final ControlKind control = in.kind(ControlKind::ofWireValue);
        final PlaneKind plane = in.kind(PlaneKind::ofWireValue);
        final MemoryKind memoryKind = in.kind(MemoryKind::ofWireValue);
        final long instance = in.u64();
        in.require(instance != 0);
        final DeviceUuid deviceUuid = new DeviceUuid(in.u64(), in.u64());
        final long pid = in.u64();
        final long startTime = in.u64();
        final String name = in.text(AgentName.MAX_BYTES);
        in.require(AgentName.isValid(name));
        final String hostId = in.text(ProcessIdentity.MAX_HOST_ID_BYTES);
        final String endpoint = in.text(Capability.MAX_ENDPOINT_BYTES);
        in.require(Capability.isEndpoint(endpoint));
        final Blob directAddress = in.blob(Capability.MAX_DIRECT_ADDRESS_BYTES);
        final List<RegionCapability> regions = regions(in);
        in.requireEnd();
        return in.fault() != null
                ? in.fault()
                : new Capability(
                        name,
                        instance,
                        endpoint,
                        wireLow,
                        wireHigh,
                        control,
                        plane,
                        memoryKind,
                        deviceUuid,
                        new ProcessIdentity(hostId, pid, startTime),
                        directAddress,
                        regions);
    }

    private static List<RegionCapability> regions(final RecordReader in) {
        final int count = in.count(REGION_BYTES);
        final List<RegionCapability> regions = new ArrayList<>(count);
        for (int index = 0; index < count && in.fault() == null; index++) {
            final MemoryKind memoryKind = in.kind(MemoryKind::ofWireValue);
            final int device = in.u32();
            final int flags = in.u8();
            in.require((flags & ~PUTTABLE) == 0);
            final int keys = in.count(4);
            final List<Blob> remoteKeys = new ArrayList<>(keys);
            for (int key = 0; key < keys && in.fault() == null; key++) {
                remoteKeys.add(in.blob(RegionCapability.MAX_KEY_BYTES));
            }
            regions.add(new RegionCapability(memoryKind, device, flags == PUTTABLE, remoteKeys));
        }
        return regions;
    }
}
