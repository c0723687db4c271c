package dev.bounce.hw.plane;

import dev.bounce.model.plan.DescriptorPairs;

/// A direct transfer that this agent sends: where its next message begins, and what is under way.
final class DirectOut {
    final long transferId;
    final DescriptorPairs pairs;
    long touchedNanos;
    long posted;
    boolean endPosted;
    int underWay;
    Boolean answer;

    /// Whether its connection is closed.
    boolean closed;

    private int pair;
    private long inPair;

    DirectOut(final long transferId, final DescriptorPairs pairs, final long nowNanos) {
        this.transferId = transferId;
        this.pairs = pairs;
        touchedNanos = nowNanos;
        skipEmpty();
    }

    private void skipEmpty() {
        while (pair < pairs.size() && pairs.bytes()[pair] == inPair) {
            pair++;
            inPair = 0;
        }
    }

    /// Whether every byte was posted.
    boolean isPosted() {
        return pair == pairs.size();
    }

    long source() {
        return pairs.source()[pair] + inPair;
    }

    long destination() {
        return pairs.destination()[pair] + inPair;
    }

    /// Bytes of the next message.
    long bytes() {
        return Math.min(AmLayout.PIECE_BYTES, pairs.bytes()[pair] - inPair);
    }

    /// The next message was posted.
    void advance() {
        inPair += bytes();
        posted++;
        skipEmpty();
    }

    /// Whether the peer has answered and nothing is under way.
    boolean isOver() {
        return answer != null && underWay == 0;
    }
}
