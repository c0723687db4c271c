package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;

/// Writes the messages of the sender's side of a link.
final class SenderOutput {
    private static final Body CANCEL = new Body.Cancel();
    private static final Body KEEP_ALIVE = new Body.KeepAlive();

    private final Context context;

    SenderOutput(final Context context) {
        this.context = context;
    }

    void open(final SenderEpoch epoch) {
        context.tracer.record(Action.OPEN_LINK, epoch.link.linkId, epoch.epoch, 0, -1, 0);
        send(
                epoch,
                MessageType.WANT,
                0,
                new Body.Open(context.config.name(), epoch.nonce, Header.VERSION, Header.VERSION));
    }

    void keepAlive(final SenderEpoch epoch) {
        epoch.lastKeepAliveNanos = context.now;
        send(epoch, MessageType.WANT, 0, KEEP_ALIVE);
    }

    void close(final SenderEpoch epoch) {
        context.tracer.record(
                Action.SEND_CLOSE, epoch.link.linkId, epoch.epoch, 0, -1, epoch.clean ? 1 : 0);
        if (!epoch.answered) {
            send(epoch, MessageType.WANT, 0, new Body.Close(epoch.clean));
        }
    }

    void want(final Request request) {
        final long[] chunkBytes = new long[request.chunkCount()];
        for (int chunk = 0; chunk < chunkBytes.length; chunk++) {
            chunkBytes[chunk] = request.plan.regionBytes(chunk);
        }
        context.tracer.record(
                Action.SEND_WANT,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                -1,
                chunkBytes.length);
        send(request.epoch, MessageType.WANT, request.rid, new Body.Want(request.tag, chunkBytes));
    }

    void cancel(final SenderEpoch epoch, final long rid) {
        context.tracer.record(Action.SEND_CANCEL, epoch.link.linkId, epoch.epoch, rid, -1, 0);
        send(epoch, MessageType.WANT, rid, CANCEL);
    }

    void data(final Request request, final int chunk) {
        context.tracer.record(
                Action.SEND_DATA,
                request.link.linkId,
                request.epoch.epoch,
                request.rid,
                chunk,
                request.grantId[chunk]);
        request.dataSentNanos[chunk] = context.now;
        send(
                request.epoch,
                MessageType.DATA,
                request.rid,
                new Body.Data(
                        chunk,
                        request.grantId[chunk],
                        request.targetRegion[chunk],
                        request.plan.runs(chunk)));
    }

    private void send(
            final SenderEpoch epoch, final MessageType type, final long rid, final Body body) {
        final Header header =
                new Header(
                        type,
                        Header.VERSION,
                        epoch.token,
                        epoch.link.linkId,
                        context.config.instance(),
                        epoch.peerInstance,
                        epoch.epoch,
                        rid,
                        epoch.oldestOpenRid(),
                        epoch.nextBeat(context.now));
        context.outbox.add(epoch.link.route, new Message(header, body));
    }
}
