package dev.bounce.spec.conform;

import static dev.bounce.spec.conform.Tla.number;
import static dev.bounce.spec.conform.Tla.text;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;
import dev.bounce.model.wire.OpenRefusal;
import dev.bounce.model.wire.Status;
import dev.bounce.spec.tla.TlaValue;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The messages of a frame as the specification writes them (`Msg` of `Values.tla`). What it does
/// not model is left out: empty GRANTs, and answers to keep-alives.
final class SeenFrame {
    private final Cast cast;
    private final long slotBytes;
    private final List<TlaValue> messages = new ArrayList<>();

    private SeenFrame(final Cast cast, final long slotBytes) {
        this.cast = cast;
        this.slotBytes = slotBytes;
    }

    /// @param slotBytes size of a region, all of which are alike
    static List<TlaValue> messages(final Cast cast, final long slotBytes, final Frame frame) {
        final SeenFrame seen = new SeenFrame(cast, slotBytes);
        frame.messages().forEach(seen::add);
        return seen.messages;
    }

    private void add(final Message message) {
        final Header header = message.header();
        switch (message.body()) {
            case Body.Want _ -> toReceiver("WANT", header, 0, 0, 0, "-");
            case Body.Cancel _ -> toReceiver("CANCEL", header, 0, 0, 0, "-");
            case Body.Open _ -> put("OPEN", asked(header), 0, 0, 0, 0, 1, "-");
            case Body.KeepAlive _ -> toReceiver("BEAT", header, 0, 0, 0, "-");
            case Body.Close close ->
                    toReceiver("CLOSE", header, 0, 0, 0, close.clean() ? "clean" : "dirty");
            case Body.Data data ->
                    toReceiver(
                            "DATA",
                            header,
                            data.chunk() + 1,
                            data.grantId(),
                            slot(data.region()),
                            "-");
            case Body.Opened _ -> put("OPENED", asked(header), 0, 0, 0, 0, 0, "-");
            case Body.KeepAliveAnswer _ -> {}
            case Body.Grant grant -> {
                for (final Credit credit : grant.credits()) {
                    put(
                            "GRANT",
                            asked(header),
                            header.rid(),
                            credit.chunk() + 1,
                            credit.grantId(),
                            slot(credit.region()),
                            0,
                            "-");
                }
            }
            case Body.ChunkAcks acks -> {
                for (final ChunkAck ack : acks.acks()) {
                    answer("ACK", header, ack.chunk() + 1, ack.grantId(), status(ack.status()));
                }
            }
            case Body.RequestAck ack -> request(header, ack.status());
            case Body.Closed _ -> answer("CLOSED", header, 0, 0, "-");
            case Body.StaleEpoch stale ->
                    answer(
                            "STALE_EPOCH",
                            header,
                            0,
                            stale.highest(),
                            stale.nonce().equals(Nonce.NONE) ? "frame" : "open");
            case Body.StaleInstance _ -> answer("STALE_INSTANCE", header, 0, 0, "-");
            case Body.OpenRefused refused ->
                    answer("OPEN_REFUSED", header, 0, 0, why(refused.reason()));
        }
    }

    /// What a sender does about a refusal: it comes back when links are free, and else never.
    private static String why(final OpenRefusal reason) {
        return reason == OpenRefusal.LINKS ? "links" : "name";
    }

    private void request(final Header header, final Status status) {
        if (status == Status.CANCELLED || status == Status.LANDED) {
            answer("CANCELLED", header, 0, 0, "-");
        } else {
            answer("ACK", header, 0, 0, status(status));
        }
    }

    private void toReceiver(
            final String type,
            final Header header,
            final int chunk,
            final long grantId,
            final long slot,
            final String kind) {
        put(type, asked(header), header.rid(), chunk, grantId, slot, header.oldestOpenRid(), kind);
    }

    private void answer(
            final String type,
            final Header header,
            final int chunk,
            final long number,
            final String kind) {
        final TlaValue epoch =
                cast.knownKey(header.linkId(), header.senderInstance(), header.epoch());
        final boolean ofLink = !type.equals("ACK") && !type.equals("CANCELLED");
        put(type, epoch, ofLink ? 0 : header.rid(), chunk, number, 0, 0, kind);
    }

    private TlaValue asked(final Header header) {
        return cast.key(
                header.linkId(),
                header.senderInstance(),
                header.receiverInstance(),
                header.epoch());
    }

    private void put(
            final String type,
            final TlaValue epoch,
            final long rid,
            final int chunk,
            final long grantId,
            final long slot,
            final long oldest,
            final String kind) {
        final Map<String, TlaValue> fields = new LinkedHashMap<>();
        fields.put("t", text(type));
        fields.put("k", epoch);
        fields.put("rid", number(rid));
        fields.put("c", number(chunk));
        fields.put("g", number(grantId));
        fields.put("s", number(slot));
        fields.put("o", number(oldest));
        fields.put("x", text(kind));
        messages.add(Tla.record(fields));
    }

    private long slot(final long region) {
        return region / slotBytes + 1;
    }

    /// What the specification calls the status of a chunk.
    static String status(final Status status) {
        return switch (status) {
            case REJECTED_MALFORMED, REJECTED_OUT_OF_BOUNDS, REJECTED_NO_CAPACITY -> "REJECTED";
            case LANDED, SCATTER_FAILED, CANCELLED, UNKNOWN_FLOW, UNRECOGNIZED -> status.name();
        };
    }
}
