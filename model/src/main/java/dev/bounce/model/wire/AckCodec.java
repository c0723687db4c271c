package dev.bounce.model.wire;

import java.util.List;

/// ACK, by its first byte. A kind that is unknown, or that does not go with the rid, is skipped
/// like an unknown type; an unknown status or reason is read as UNRECOGNIZED.
///
/// | kind | rid | body |
/// |---|---|---|
/// | 1 | not 0 | outcomes of chunks |
/// | 2 | not 0 | outcome of the request |
/// | 3 | 0 | CLOSED |
/// | 4 | any | STALE_EPOCH |
/// | 5 | any | STALE_INSTANCE |
/// | 6 | 0 | OPEN_REFUSED |
///
/// All kinds:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u8 | kind |
/// | 1 | u8 | kind 2: status, see [Status]; kind 6: reason, see [OpenRefusal]; else reserved, 0 |
/// | 2 | u16 | reserved, 0 |
/// | 4 | u32 | kind 1: ackCount; else reserved, 0 |
///
/// Kind 1 goes on with 16 bytes per chunk:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u32 | chunk, below 2^31 |
/// | 4 | u8 | status |
/// | 5 | 3 bytes | reserved, 0 |
/// | 8 | u64 | grantId |
///
/// Kind 4:
///
/// | offset | type | field |
/// |---|---|---|
/// | 8 | u64 | highest epoch |
/// | 16 | 16 bytes | nonce |
///
/// Kind 5:
///
/// | offset | type | field |
/// |---|---|---|
/// | 8 | u64 | instance that answers |
///
/// Kind 6; a wire version may add fields behind these but never change them, so that a sender of
/// any version learns that its version was refused:
///
/// | offset | type | field |
/// |---|---|---|
/// | 8 | 16 bytes | nonce |
final class AckCodec {
    static final int OPEN_REFUSED = 6;

    private static final int CHUNKS = 1;
    private static final int REQUEST = 2;
    private static final int CLOSED = 3;
    private static final int STALE_EPOCH = 4;
    private static final int STALE_INSTANCE = 5;

    private static final int KIND = 0;
    private static final int STATUS = 1;
    private static final int ACK_COUNT = 4;
    private static final int PREFIX_BYTES = 8;

    private static final int CHUNK = 0;
    private static final int CHUNK_STATUS = 4;
    private static final int CHUNK_GRANT_ID = 8;
    private static final int CHUNK_ACK_BYTES = 16;

    private static final int HIGHEST = 8;
    private static final int STALE_EPOCH_NONCE = 16;
    private static final int STALE_EPOCH_BYTES = 32;
    private static final int MINE = 8;
    private static final int STALE_INSTANCE_BYTES = 16;
    private static final int OPEN_REFUSED_NONCE = 8;
    private static final int OPEN_REFUSED_BYTES = 24;

    private AckCodec() {}

    static long bytes(final Body.ChunkAcks acks) {
        return PREFIX_BYTES + (long) CHUNK_ACK_BYTES * acks.acks().size();
    }

    static long bytes(final Body.RequestAck ack) {
        return PREFIX_BYTES;
    }

    static long bytes(final Body.Closed closed) {
        return PREFIX_BYTES;
    }

    static long bytes(final Body.StaleEpoch stale) {
        return STALE_EPOCH_BYTES;
    }

    static long bytes(final Body.StaleInstance stale) {
        return STALE_INSTANCE_BYTES;
    }

    static long bytes(final Body.OpenRefused refused) {
        return OPEN_REFUSED_BYTES;
    }

    static void write(final Body.ChunkAcks acks, final BodyWriter out) {
        out.u8(KIND, CHUNKS);
        out.u31(ACK_COUNT, "chunk outcomes", acks.acks().size());
        int at = PREFIX_BYTES;
        for (final ChunkAck ack : acks.acks()) {
            out.u31(at + CHUNK, "chunk", ack.chunk());
            out.u8(at + CHUNK_STATUS, wireValue(ack.status()));
            out.u64(at + CHUNK_GRANT_ID, ack.grantId());
            at += CHUNK_ACK_BYTES;
        }
    }

    static void write(final Body.RequestAck ack, final BodyWriter out) {
        out.u8(KIND, REQUEST);
        out.u8(STATUS, wireValue(ack.status()));
    }

    static void write(final Body.Closed closed, final BodyWriter out) {
        out.u8(KIND, CLOSED);
    }

    static void write(final Body.StaleEpoch stale, final BodyWriter out) {
        out.u8(KIND, STALE_EPOCH);
        out.u64(HIGHEST, stale.highest());
        out.u64(STALE_EPOCH_NONCE, stale.nonce().low());
        out.u64(STALE_EPOCH_NONCE + 8, stale.nonce().high());
    }

    static void write(final Body.StaleInstance stale, final BodyWriter out) {
        out.u8(KIND, STALE_INSTANCE);
        out.u64(MINE, stale.mine());
    }

    static void write(final Body.OpenRefused refused, final BodyWriter out) {
        if (refused.reason() == OpenRefusal.UNRECOGNIZED) {
            throw new IllegalArgumentException("reason UNRECOGNIZED is never encoded");
        }
        out.u8(KIND, OPEN_REFUSED);
        out.u8(STATUS, refused.reason().wireValue());
        out.u64(OPEN_REFUSED_NONCE, refused.nonce().low());
        out.u64(OPEN_REFUSED_NONCE + 8, refused.nonce().high());
    }

    static Body read(final BodyReader in, final long rid) {
        if (!in.holds(PREFIX_BYTES)) {
            return null;
        }
        return switch (in.u8(KIND)) {
            case CHUNKS -> rid == 0 ? null : readChunkAcks(in);
            case REQUEST ->
                    rid == 0 ? null : new Body.RequestAck(Status.ofWireValue(in.u8(STATUS)));
            case CLOSED -> rid == 0 ? new Body.Closed() : null;
            case STALE_EPOCH -> readStaleEpoch(in);
            case STALE_INSTANCE ->
                    in.holds(STALE_INSTANCE_BYTES) ? new Body.StaleInstance(in.u64(MINE)) : null;
            case OPEN_REFUSED -> rid == 0 ? readOpenRefused(in) : null;
            default -> null;
        };
    }

    private static Body readChunkAcks(final BodyReader in) {
        final long count = in.u32(ACK_COUNT);
        if (!in.holdsEntries(ACK_COUNT, count, PREFIX_BYTES, CHUNK_ACK_BYTES)) {
            return null;
        }
        final ChunkAck[] acks = new ChunkAck[(int) count];
        int at = PREFIX_BYTES;
        for (int index = 0; index < acks.length; index++) {
            acks[index] =
                    new ChunkAck(
                            in.index(at + CHUNK),
                            in.u64(at + CHUNK_GRANT_ID),
                            Status.ofWireValue(in.u8(at + CHUNK_STATUS)));
            at += CHUNK_ACK_BYTES;
        }
        return new Body.ChunkAcks(List.of(acks));
    }

    private static Body readStaleEpoch(final BodyReader in) {
        if (!in.holds(STALE_EPOCH_BYTES)) {
            return null;
        }
        return new Body.StaleEpoch(
                in.u64(HIGHEST),
                new Nonce(in.u64(STALE_EPOCH_NONCE), in.u64(STALE_EPOCH_NONCE + 8)));
    }

    private static Body readOpenRefused(final BodyReader in) {
        if (!in.holds(OPEN_REFUSED_BYTES)) {
            return null;
        }
        return new Body.OpenRefused(
                OpenRefusal.ofWireValue(in.u8(STATUS)),
                new Nonce(in.u64(OPEN_REFUSED_NONCE), in.u64(OPEN_REFUSED_NONCE + 8)));
    }

    private static int wireValue(final Status status) {
        if (status == Status.UNRECOGNIZED) {
            throw new IllegalArgumentException("status UNRECOGNIZED is never encoded");
        }
        return status.wireValue();
    }
}
