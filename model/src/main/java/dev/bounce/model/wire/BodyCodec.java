package dev.bounce.model.wire;

/// Finds the codec of a body.
final class BodyCodec {
    private BodyCodec() {}

    /// Exact size on the wire; always a multiple of 8, so that every message of a frame starts at
    /// one.
    static long bytes(final Body body) {
        return switch (body) {
            case Body.Want want -> WantCodec.bytes(want);
            case Body.Cancel cancel -> WantCodec.bytes(cancel);
            case Body.Open open -> LinkWantCodec.bytes(open);
            case Body.KeepAlive keepAlive -> LinkWantCodec.bytes(keepAlive);
            case Body.Close close -> LinkWantCodec.bytes(close);
            case Body.Grant grant -> GrantCodec.bytes(grant);
            case Body.Opened opened -> LinkGrantCodec.bytes(opened);
            case Body.KeepAliveAnswer answer -> LinkGrantCodec.bytes(answer);
            case Body.Data data -> DataCodec.bytes(data);
            case Body.ChunkAcks acks -> AckCodec.bytes(acks);
            case Body.RequestAck ack -> AckCodec.bytes(ack);
            case Body.Closed closed -> AckCodec.bytes(closed);
            case Body.StaleEpoch stale -> AckCodec.bytes(stale);
            case Body.StaleInstance stale -> AckCodec.bytes(stale);
            case Body.OpenRefused refused -> AckCodec.bytes(refused);
        };
    }

    /// Writes what [#bytes] counted.
    static void write(final Body body, final BodyWriter out) {
        switch (body) {
            case Body.Want want -> WantCodec.write(want, out);
            case Body.Cancel cancel -> WantCodec.write(cancel, out);
            case Body.Open open -> LinkWantCodec.write(open, out);
            case Body.KeepAlive keepAlive -> LinkWantCodec.write(keepAlive, out);
            case Body.Close close -> LinkWantCodec.write(close, out);
            case Body.Grant grant -> GrantCodec.write(grant, out);
            case Body.Opened opened -> LinkGrantCodec.write(opened, out);
            case Body.KeepAliveAnswer answer -> LinkGrantCodec.write(answer, out);
            case Body.Data data -> DataCodec.write(data, out);
            case Body.ChunkAcks acks -> AckCodec.write(acks, out);
            case Body.RequestAck ack -> AckCodec.write(ack, out);
            case Body.Closed closed -> AckCodec.write(closed, out);
            case Body.StaleEpoch stale -> AckCodec.write(stale, out);
            case Body.StaleInstance stale -> AckCodec.write(stale, out);
            case Body.OpenRefused refused -> AckCodec.write(refused, out);
        }
    }

    /// Reads the body that the header announces. `null` without a fault of the reader: this version
    /// does not know it.
    static Body read(final Header header, final BodyReader in) {
        if (header.version() != Header.VERSION && !isReadableInAnyVersion(header, in)) {
            return null;
        }
        final boolean ofLink = header.rid() == 0;
        return switch (header.type()) {
            case WANT -> ofLink ? LinkWantCodec.read(in) : WantCodec.read(in);
            case GRANT -> ofLink ? LinkGrantCodec.read(in) : GrantCodec.read(in);
            case DATA -> ofLink ? null : DataCodec.read(in);
            case ACK -> AckCodec.read(in, header.rid());
        };
    }

    /// Whether every version lays this body out alike: OPEN and its refusal, by which two sides
    /// find out that they have no version in common.
    static boolean isReadableInAnyVersion(final Body body) {
        return body instanceof Body.Open || body instanceof Body.OpenRefused;
    }

    private static boolean isReadableInAnyVersion(final Header header, final BodyReader in) {
        return header.rid() == 0
                && in.length() > 0
                && switch (header.type()) {
                    case WANT -> in.u8(0) == LinkWantCodec.OPEN;
                    case ACK -> in.u8(0) == AckCodec.OPEN_REFUSED;
                    case GRANT, DATA -> false;
                };
    }
}
