package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.OpenRefusal;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Token;
import java.util.List;

/// Writes the messages of the receiver's side of a link. Answers to a living epoch echo its newest
/// beat; answers of a dead one do not, because an echo renews credits.
final class ReceiverOutput {
    private static final Body KEEP_ALIVE_ANSWER = new Body.KeepAliveAnswer();
    private static final Body CLOSED = new Body.Closed();

    private final Context context;

    ReceiverOutput(final Context context) {
        this.context = context;
    }

    void opened(final ReceiverEpoch epoch) {
        final EngineConfig config = context.config;
        final Body.ReceiverLimits limits =
                new Body.ReceiverLimits(
                        config.link().leaseNanos(),
                        config.link().maxFlows(),
                        config.arena().maxChunkBytes(),
                        config.limits().maxChunks(),
                        config.limits().maxRuns(),
                        config.limits().maxFrameBytes());
        final Body.ArenaAccess arena =
                new Body.ArenaAccess(
                        config.memoryKind(),
                        config.deviceUuid(),
                        config.arenaAddress(),
                        config.arenaKey(),
                        epoch.planeAddress);
        send(
                epoch,
                MessageType.GRANT,
                0,
                new Body.Opened(epoch.nonce, epoch.token, Header.VERSION, limits, arena));
    }

    void keepAliveAnswer(final ReceiverEpoch epoch) {
        send(epoch, MessageType.GRANT, 0, KEEP_ALIVE_ANSWER);
    }

    void grant(final Flow flow, final List<Credit> credits) {
        send(flow.epoch, MessageType.GRANT, flow.rid, new Body.Grant(credits));
    }

    void chunks(final ReceiverEpoch epoch, final long rid, final List<ChunkAck> acks) {
        send(epoch, MessageType.ACK, rid, new Body.ChunkAcks(acks));
    }

    void chunk(
            final ReceiverEpoch epoch,
            final long rid,
            final int chunk,
            final long grantId,
            final Status status) {
        chunks(epoch, rid, List.of(new ChunkAck(chunk, grantId, status)));
    }

    void request(final ReceiverEpoch epoch, final long rid, final Status status) {
        send(epoch, MessageType.ACK, rid, new Body.RequestAck(status));
    }

    private void send(
            final ReceiverEpoch epoch, final MessageType type, final long rid, final Body body) {
        final Header header =
                new Header(
                        type,
                        Header.VERSION,
                        body instanceof Body.Opened ? Token.NONE : epoch.token,
                        epoch.link.linkId,
                        epoch.instance,
                        context.config.instance(),
                        epoch.epoch,
                        rid,
                        epoch.newestBeat,
                        0);
        context.outbox.add(epoch.route, new Message(header, body));
    }

    void closed(final long route, final Header asked) {
        answer(route, asked, 0, CLOSED);
    }

    void staleEpoch(final long route, final Header asked, final Body.StaleEpoch body) {
        answer(route, asked, asked.rid(), body);
    }

    void staleInstance(final long route, final Header asked) {
        answer(route, asked, asked.rid(), new Body.StaleInstance(context.config.instance()));
    }

    void refuseOpen(
            final long route, final Header asked, final Body.Open open, final OpenRefusal why) {
        answer(route, asked, 0, new Body.OpenRefused(why, open.nonce()));
    }

    /// An answer to one frame of a dead or unopened epoch: echoes token and epoch of that frame.
    private void answer(final long route, final Header asked, final long rid, final Body body) {
        final Header header =
                new Header(
                        MessageType.ACK,
                        Header.VERSION,
                        asked.token(),
                        asked.linkId(),
                        asked.senderInstance(),
                        context.config.instance(),
                        asked.epoch(),
                        rid,
                        0,
                        0);
        context.outbox.add(route, new Message(header, body));
    }
}
