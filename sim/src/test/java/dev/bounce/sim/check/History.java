package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Header;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.MessageType;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Token;
import java.util.List;

/// A hand-made history of two agents: agent 0 sends to agent 1 on link 7, epoch 3. Arenas of 64 KiB
/// with a reserve of two blocks of 8 KiB.
final class History {
    static final int SENDER = 0;
    static final int RECEIVER = 1;
    static final long LINK = 7;
    static final long EPOCH = 3;
    static final long SENDER_INSTANCE = 101;
    static final long RECEIVER_INSTANCE = 202;
    static final ArenaConfig ARENA = new ArenaConfig(65_536, 1_024, 8_192, 2_048, 2);
    static final int MAX_WINDOW = 4;
    static final int MAX_FLOWS = 2;
    static final long TIMEOUT = 1_000_000;
    static final long GENERAL = 49_152;

    final Ledger ledger = new Ledger(2);
    final Life sender = new Life(SENDER, SENDER_INSTANCE, ARENA, MAX_WINDOW, MAX_FLOWS, TIMEOUT);
    final Life receiver =
            new Life(RECEIVER, RECEIVER_INSTANCE, ARENA, MAX_WINDOW, MAX_FLOWS, TIMEOUT);

    History() {
        ledger.born(sender);
        ledger.born(receiver);
        sender.view().free(GENERAL);
        receiver.view().free(GENERAL);
    }

    static PlaneKey senderPlane() {
        return new PlaneKey(LINK, EPOCH, SENDER_INSTANCE, PlaneKey.Side.SENDER);
    }

    static PlaneKey receiverPlane() {
        return new PlaneKey(LINK, EPOCH, SENDER_INSTANCE, PlaneKey.Side.RECEIVER);
    }

    static FlowKey flow(final long rid) {
        return new FlowKey(LINK, SENDER_INSTANCE, EPOCH, rid);
    }

    static Effect.Send send(final MessageType type, final long rid, final Body body) {
        final Header header =
                new Header(
                        type,
                        Header.VERSION,
                        Token.NONE,
                        LINK,
                        SENDER_INSTANCE,
                        RECEIVER_INSTANCE,
                        EPOCH,
                        rid,
                        0,
                        0);
        return new Effect.Send(1, new Frame(List.of(new Message(header, body))));
    }

    static Effect.Send grant(
            final long rid, final int chunk, final long grantId, final long region) {
        return send(
                MessageType.GRANT,
                rid,
                new Body.Grant(List.of(new Credit(chunk, grantId, region, region, 2_048, 0))));
    }

    static Effect.Send ack(
            final long rid, final int chunk, final long grantId, final Status status) {
        return send(
                MessageType.ACK,
                rid,
                new Body.ChunkAcks(List.of(new ChunkAck(chunk, grantId, status))));
    }

    static Effect.Scatter scatter(final long copyId, final long region, final long rid) {
        return new Effect.Scatter(
                copyId, region, 2_048, ScatterRuns.EMPTY, new SealKey(1, 2, EPOCH, rid, 0));
    }

    /// Tells the ledger of a sent frame.
    void sent(final int agent, final Effect.Send send) {
        for (final Message message : send.frame().messages()) {
            ledger.sent(agent, message);
        }
    }

    /// Shows a region of 2 KiB at the receiver, chunk 0.
    void shows(final long offset, final RegionState state, final long rid, final long grantId) {
        receiver.view().region(offset, 2_048, state, receiverPlane(), rid, 0, grantId, false);
        receiver.view().free(GENERAL - 2_048L * receiver.view().regionCount());
    }

    /// A write of 2 KiB with that grant, asked for and posted.
    WriteRecord write(final long uid, final long targetRegion, final long grantId) {
        final WriteRecord write =
                new WriteRecord(
                        uid, SENDER, RECEIVER, senderPlane(), 16_384, targetRegion, 2_048, grantId);
        ledger.writeAccepted(write);
        ledger.writePosted(write);
        return write;
    }

    /// All of the write lands.
    void lands(final WriteRecord write) {
        ledger.pieceLanded(write, 0, write.bytes());
        ledger.landedWhole(write);
    }

    /// Chunk 0 of `rid` is granted, written, and its scatter runs.
    RunningScatter scattering(final long rid, final long grantId, final long region) {
        sent(RECEIVER, grant(rid, 0, grantId, region));
        lands(write(grantId, region, grantId));
        return ledger.scatterStarted(RECEIVER, scatter(grantId, region, rid));
    }

    /// A transfer of one chunk is submitted.
    TransferRecord submitted(final long transferId) {
        final TransferRecord transfer = new TransferRecord(SENDER, RECEIVER, transferId, LINK, 1);
        ledger.submitted(transfer);
        return transfer;
    }
}
