package dev.bounce.sim.check;

import dev.bounce.engine.Effect;

/// One submit as the world knows it.
public final class TransferRecord {
    private final int sender;
    private final int receiver;
    private final long transferId;
    private final long linkId;
    private final int chunks;
    private boolean directMayLand;
    private Effect.Resolve resolved;
    private boolean refused;

    /// @param sender index of the submitting agent
    /// @param receiver index of the receiving agent
    /// @param transferId given at submit, unique in that life
    /// @param linkId of the direction
    /// @param chunks of the plan, 0 if it goes direct
    public TransferRecord(
            final int sender,
            final int receiver,
            final long transferId,
            final long linkId,
            final int chunks) {
        this.sender = sender;
        this.receiver = receiver;
        this.transferId = transferId;
        this.linkId = linkId;
        this.chunks = chunks;
    }

    /// Index of the submitting agent.
    public int sender() {
        return sender;
    }

    /// Index of the receiving agent.
    public int receiver() {
        return receiver;
    }

    /// Given at submit.
    public long transferId() {
        return transferId;
    }

    /// The link it runs on.
    public long linkId() {
        return linkId;
    }

    /// Chunks of its plan, 0 if it goes direct.
    public int chunks() {
        return chunks;
    }

    /// Whether it is over, one way or the other.
    public boolean isOver() {
        return resolved != null || refused;
    }

    /// Whether the submit was refused.
    public boolean isRefused() {
        return refused;
    }

    /// How it was resolved, `null` before.
    public Effect.Resolve resolved() {
        return resolved;
    }

    /// Whether a put of the direct path may still land.
    public boolean directMayLand() {
        return directMayLand;
    }

    void resolve(final Effect.Resolve resolve) {
        resolved = resolve;
    }

    void refuse() {
        refused = true;
    }

    void setDirectMayLand(final boolean may) {
        directMayLand = may;
    }
}
