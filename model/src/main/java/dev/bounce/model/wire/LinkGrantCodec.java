package dev.bounce.model.wire;

import dev.bounce.model.MemoryKind;

/// GRANT 0. A body of no bytes answers a keep-alive; any other begins with its kind, and an
/// unknown kind is skipped like an unknown type. An OPENED of a memory kind that this version does
/// not know is skipped too: nothing could be written there.
///
/// OPENED:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u8 | kind 1 |
/// | 1 | u8 | memory kind of the arena, see [MemoryKind] |
/// | 2 | u16 | wireVersion |
/// | 4 | u32 | maxFlows |
/// | 8 | 16 bytes | nonce |
/// | 24 | 16 bytes | token |
/// | 40 | u64 | leaseNanos |
/// | 48 | u64 | maxChunkBytes |
/// | 56 | u32 | maxChunks |
/// | 60 | u32 | maxRuns |
/// | 64 | u32 | maxFrameBytes |
/// | 68 | u16 | remoteKeyBytes `k`, at most 4,096 |
/// | 70 | u16 | planeAddressBytes, at most 4,096 |
/// | 72 | 16 bytes | device UUID |
/// | 88 | u64 | address of the arena |
/// | 96 | bytes | remote key, zero padding to a multiple of 8 |
/// | 96 + padded `k` | bytes | data-plane address, zero padding to a multiple of 8 |
///
/// A limit that is too large for the Java type of its component is read as the largest value of
/// that type.
final class LinkGrantCodec {
    private static final int OPENED = 1;

    private static final int KIND = 0;
    private static final int MEMORY_KIND = 1;
    private static final int WIRE_VERSION = 2;
    private static final int MAX_FLOWS = 4;
    private static final int NONCE = 8;
    private static final int TOKEN = 24;
    private static final int LEASE_NANOS = 40;
    private static final int MAX_CHUNK_BYTES = 48;
    private static final int MAX_CHUNKS = 56;
    private static final int MAX_RUNS = 60;
    private static final int MAX_FRAME_BYTES = 64;
    private static final int REMOTE_KEY_BYTES = 68;
    private static final int PLANE_ADDRESS_BYTES = 70;
    private static final int DEVICE_UUID = 72;
    private static final int ADDRESS = 88;
    private static final int REMOTE_KEY = 96;

    private static final int MAX_BLOB_BYTES = Body.ArenaAccess.MAX_BLOB_BYTES;

    private LinkGrantCodec() {}

    static long bytes(final Body.KeepAliveAnswer answer) {
        return 0;
    }

    static long bytes(final Body.Opened opened) {
        return planeAddressAt(opened.arena().remoteKey().length())
                + WireLayout.padded(opened.arena().planeAddress().length());
    }

    static void write(final Body.KeepAliveAnswer answer, final BodyWriter out) {}

    static void write(final Body.Opened opened, final BodyWriter out) {
        out.u8(KIND, OPENED);
        out.u16(WIRE_VERSION, "wireVersion", opened.wireVersion());
        out.u64(NONCE, opened.nonce().low());
        out.u64(NONCE + 8, opened.nonce().high());
        out.u64(TOKEN, opened.token().low());
        out.u64(TOKEN + 8, opened.token().high());
        write(opened.limits(), out);
        write(opened.arena(), out);
    }

    private static void write(final Body.ReceiverLimits limits, final BodyWriter out) {
        out.u31(MAX_FLOWS, "maxFlows", limits.maxFlows());
        out.u63(LEASE_NANOS, "leaseNanos", limits.leaseNanos());
        out.u63(MAX_CHUNK_BYTES, "maxChunkBytes", limits.maxChunkBytes());
        out.u31(MAX_CHUNKS, "maxChunks", limits.maxChunks());
        out.u31(MAX_RUNS, "maxRuns", limits.maxRuns());
        out.u31(MAX_FRAME_BYTES, "maxFrameBytes", limits.maxFrameBytes());
    }

    private static void write(final Body.ArenaAccess arena, final BodyWriter out) {
        final int keyBytes = arena.remoteKey().length();
        final int addressBytes = arena.planeAddress().length();
        BodyWriter.requireRange("bytes of the remote key", keyBytes, 0, MAX_BLOB_BYTES);
        BodyWriter.requireRange("bytes of the plane address", addressBytes, 0, MAX_BLOB_BYTES);
        out.u8(MEMORY_KIND, arena.memoryKind().wireValue());
        out.u64(DEVICE_UUID, arena.deviceUuid().low());
        out.u64(DEVICE_UUID + 8, arena.deviceUuid().high());
        out.u64(ADDRESS, arena.address());
        out.u16(REMOTE_KEY_BYTES, "bytes of the remote key", keyBytes);
        out.u16(PLANE_ADDRESS_BYTES, "bytes of the plane address", addressBytes);
        out.bytes(REMOTE_KEY, arena.remoteKey().toBytes());
        out.bytes(planeAddressAt(keyBytes), arena.planeAddress().toBytes());
    }

    static Body read(final BodyReader in) {
        if (in.length() == 0) {
            return new Body.KeepAliveAnswer();
        }
        return in.u8(KIND) == OPENED ? readOpened(in) : null;
    }

    private static Body readOpened(final BodyReader in) {
        if (!in.holds(REMOTE_KEY)) {
            return null;
        }
        final int keyBytes = in.u16(REMOTE_KEY_BYTES);
        final int addressBytes = in.u16(PLANE_ADDRESS_BYTES);
        final int planeAddressAt = planeAddressAt(keyBytes);
        if (!in.holdsBytes(REMOTE_KEY_BYTES, keyBytes, 0, MAX_BLOB_BYTES, REMOTE_KEY)
                || !in.holdsBytes(
                        PLANE_ADDRESS_BYTES, addressBytes, 0, MAX_BLOB_BYTES, planeAddressAt)) {
            return null;
        }
        final MemoryKind memoryKind = MemoryKind.ofWireValue(in.u8(MEMORY_KIND));
        if (memoryKind == null) {
            return null;
        }
        return new Body.Opened(
                new Nonce(in.u64(NONCE), in.u64(NONCE + 8)),
                new Token(in.u64(TOKEN), in.u64(TOKEN + 8)),
                in.u16(WIRE_VERSION),
                readLimits(in),
                new Body.ArenaAccess(
                        memoryKind,
                        new DeviceUuid(in.u64(DEVICE_UUID), in.u64(DEVICE_UUID + 8)),
                        in.u64(ADDRESS),
                        Blob.of(in.bytes(REMOTE_KEY, keyBytes)),
                        Blob.of(in.bytes(planeAddressAt, addressBytes))));
    }

    private static Body.ReceiverLimits readLimits(final BodyReader in) {
        return new Body.ReceiverLimits(
                in.limit64(LEASE_NANOS),
                in.limit32(MAX_FLOWS),
                in.limit64(MAX_CHUNK_BYTES),
                in.limit32(MAX_CHUNKS),
                in.limit32(MAX_RUNS),
                in.limit32(MAX_FRAME_BYTES));
    }

    private static int planeAddressAt(final int remoteKeyBytes) {
        return REMOTE_KEY + WireLayout.padded(remoteKeyBytes);
    }
}
