package dev.bounce.sim;

import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.ChunkAck;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.FrameEncoder;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Tag;
import java.util.List;

/// What the messages of one undisturbed request cost on the wire, headers included. GRANTs and ACKs
/// are counted with one credit and one chunk each, the most they can cost; batches cost less.
///
/// @param want the WANT, with an empty tag
/// @param grants all GRANTs
/// @param data all DATA
/// @param largestData the largest DATA
/// @param acks all ACKs
record MessageBytes(long want, long grants, long data, long largestData, long acks) {

    /// Those of a plan.
    static MessageBytes of(final TransferPlan plan) {
        final int chunks = plan.chunkCount();
        if (chunks == 0) {
            return new MessageBytes(0, 0, 0, 0, 0);
        }
        final long[] regions = new long[chunks];
        long grants = 0;
        long data = 0;
        long largestData = 0;
        long acks = 0;
        for (int chunk = 0; chunk < chunks; chunk++) {
            regions[chunk] = plan.regionBytes(chunk);
            final Credit credit = new Credit(chunk, 1, 0, 0, regions[chunk], 0);
            grants += FrameEncoder.encodedBytes(new Body.Grant(List.of(credit)));
            final long one =
                    FrameEncoder.encodedBytes(new Body.Data(chunk, 1, 0, plan.runs(chunk)));
            data += one;
            largestData = Math.max(largestData, one);
            final ChunkAck ack = new ChunkAck(chunk, 1, Status.LANDED);
            acks += FrameEncoder.encodedBytes(new Body.ChunkAcks(List.of(ack)));
        }
        final long want = FrameEncoder.encodedBytes(new Body.Want(Tag.EMPTY, regions));
        return new MessageBytes(want, grants, data, largestData, acks);
    }
}
