package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.WriteOutcome;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/// Writes as eager active messages of at most 256 KiB, which the receiver places while the grant
/// lives, and answers once per write.
final class EagerCarrier implements Carrier {
    /// Bytes under way per link: enough to keep TCP busy, few enough that an answer and the pieces
    /// of another write do not wait long.
    private static final long WINDOW_BYTES = 4L << 20;

    private final LinkSender sender;
    private final ArrayDeque<OutgoingWrite> queue = new ArrayDeque<>();
    private long underWayBytes;

    EagerCarrier(final LinkSender sender) {
        this.sender = sender;
    }

    @Override
    public void add(final OutgoingWrite write) {
        queue.add(write);
    }

    @Override
    public int pump() {
        int count = 0;
        while (!queue.isEmpty() && underWayBytes < WINDOW_BYTES) {
            final OutgoingWrite head = queue.peek();
            if (sender.isSettled(head)) {
                queue.poll();
            } else if (sender.isLate(head)) {
                queue.poll();
                sender.settle(head, head.posted > 0 ? WriteOutcome.DIRTY : WriteOutcome.NEVER);
            } else {
                final MemorySegment header = sender.worker().nextHeader();
                if (header == null) {
                    break;
                }
                post(head, header);
                count++;
                if (head.posted == head.write.bytes()) {
                    queue.poll();
                }
            }
        }
        return count;
    }

    private void post(final OutgoingWrite outgoing, final MemorySegment header) {
        final Effect.Write write = outgoing.write;
        final long bytes = Math.min(AmLayout.PIECE_BYTES, write.bytes() - outgoing.posted);
        AmLayout.put(
                header,
                write.writeId(),
                write.grantId(),
                write.targetRegion(),
                outgoing.posted,
                write.bytes());
        final long from =
                sender.context().memory().arenaAddress() + write.sourceRegion() + outgoing.posted;
        if (outgoing.posted == 0) {
            outgoing.postedNanos = sender.context().clock().getAsLong();
        }
        outgoing.posted += bytes;
        outgoing.underWay++;
        underWayBytes += bytes;
        sender.worker()
                .send(
                        sender.peer(),
                        AmLayout.PIECE,
                        from,
                        bytes,
                        sent -> {
                            underWayBytes -= bytes;
                            outgoing.underWay--;
                            if (sent) {
                                settleIfProven(outgoing);
                            } else {
                                sender.settle(outgoing, WriteOutcome.DIRTY);
                            }
                        });
    }

    private void settleIfProven(final OutgoingWrite outgoing) {
        if (outgoing.proven && outgoing.underWay == 0) {
            sender.settle(outgoing, WriteOutcome.LANDED);
        }
    }

    @Override
    public void answered(final long writeId, final long grantId, final boolean placed) {
        final OutgoingWrite outgoing = sender.running(writeId);
        if (outgoing == null || outgoing.write.grantId() != grantId) {
            return;
        }
        if (placed && outgoing.posted == outgoing.write.bytes()) {
            outgoing.proven = true;
            settleIfProven(outgoing);
        } else {
            sender.settle(outgoing, WriteOutcome.DIRTY);
        }
    }
}
