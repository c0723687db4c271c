package dev.bounce.engine;

import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Nonce;

/// Answers of receivers to this sender: instance, epoch and token are checked before anything else.
final class SenderFrames {
    private final Context context;
    private final SenderLinks links;
    private final SenderOpening opening;
    private final SenderEpochs epochs;
    private final Answers answers;
    private final Closing closing;
    private final Writes writes;

    SenderFrames(
            final Context context,
            final SenderLinks links,
            final SenderOpening opening,
            final SenderEpochs epochs,
            final Answers answers,
            final Closing closing,
            final Writes writes) {
        this.context = context;
        this.links = links;
        this.opening = opening;
        this.epochs = epochs;
        this.answers = answers;
        this.closing = closing;
        this.writes = writes;
    }

    /// One message from the receiver of a link to this sender.
    void received(final Message message) {
        final Header header = message.header();
        final SenderLink link = links.byId(header.linkId());
        if (link == null) {
            context.ignore(IgnoreReason.UNKNOWN_LINK);
            return;
        }
        if (header.senderInstance() != context.config.instance()) {
            context.ignore(IgnoreReason.OTHER_SENDER_LIFE);
            return;
        }
        switch (message.body()) {
            case Body.Opened body -> opening.opened(link, header, body);
            case Body.OpenRefused body -> opening.openRefused(link, header, body);
            case Body.StaleEpoch body when !body.nonce().equals(Nonce.NONE) ->
                    opening.staleOpen(link, header, body);
            default -> ofEpoch(link, header, message.body());
        }
    }

    private void ofEpoch(final SenderLink link, final Header header, final Body body) {
        final SenderEpoch epoch = link.epoch(header.epoch());
        if (epoch == null) {
            context.ignore(IgnoreReason.OTHER_EPOCH);
            return;
        }
        if (!epoch.token.matches(header.token())) {
            context.ignore(IgnoreReason.WRONG_TOKEN);
            return;
        }
        if (body instanceof Body.StaleInstance stale) {
            epochs.staleInstance(epoch, header, stale);
            return;
        }
        if (!epoch.isOpened() || header.receiverInstance() != epoch.peerInstance) {
            context.ignore(IgnoreReason.INCONSISTENT);
            return;
        }
        if (epoch.echo(header.beatEcho(), context.now)) {
            writes.leaseMoved(epoch);
        }
        switch (body) {
            case Body.KeepAliveAnswer _ -> {}
            case Body.Grant grant -> granted(epoch, header, grant);
            case Body.ChunkAcks acks -> answers.acknowledged(epoch, header, acks);
            case Body.RequestAck ack -> acknowledged(epoch, header, ack);
            case Body.Closed _ -> epochs.closed(epoch);
            case Body.StaleEpoch stale -> epochs.staleEpoch(epoch, stale);
            case Body.StaleInstance _,
                    Body.Opened _,
                    Body.OpenRefused _,
                    Body.Open _,
                    Body.KeepAlive _,
                    Body.Close _,
                    Body.Want _,
                    Body.Cancel _,
                    Body.Data _ ->
                    context.ignore(IgnoreReason.WRONG_DIRECTION);
        }
    }

    private void granted(final SenderEpoch epoch, final Header header, final Body.Grant grant) {
        if (epoch.ended) {
            context.ignore(IgnoreReason.OTHER_EPOCH);
        } else {
            answers.granted(epoch, header, grant);
        }
    }

    private void acknowledged(
            final SenderEpoch epoch, final Header header, final Body.RequestAck ack) {
        final Request request = epoch.record(header.rid());
        if (request == null) {
            context.ignore(IgnoreReason.UNKNOWN_REQUEST);
        } else {
            closing.requestAck(request, ack.status());
        }
    }
}
