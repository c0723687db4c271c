package dev.bounce.sim.check;

import dev.bounce.engine.PlaneKey;

/// One write as the world knows it: who wrote what where, and what it may still do.
public final class WriteRecord {
    private final long uid;
    private final int sender;
    private final int receiver;
    private final PlaneKey plane;
    private final long sourceRegion;
    private final long targetRegion;
    private final long bytes;
    private final long grantId;
    private boolean canLand;
    private boolean needsStaging;
    private boolean whole;
    private boolean lied;
    private long stagedRid;
    private int stagedChunk;

    /// @param uid unique in the run, at least 1
    /// @param sender index of the writing agent
    /// @param receiver index of the agent that owns the target
    /// @param plane the sender's object of the epoch
    /// @param sourceRegion arena offset at the sender
    /// @param targetRegion arena offset at the receiver
    /// @param bytes to write
    /// @param grantId of the credit
    public WriteRecord(
            final long uid,
            final int sender,
            final int receiver,
            final PlaneKey plane,
            final long sourceRegion,
            final long targetRegion,
            final long bytes,
            final long grantId) {
        this.uid = uid;
        this.sender = sender;
        this.receiver = receiver;
        this.plane = plane;
        this.sourceRegion = sourceRegion;
        this.targetRegion = targetRegion;
        this.bytes = bytes;
        this.grantId = grantId;
    }

    /// Unique in the run, at least 1.
    public long uid() {
        return uid;
    }

    /// Index of the writing agent.
    public int sender() {
        return sender;
    }

    /// Index of the agent that owns the target.
    public int receiver() {
        return receiver;
    }

    /// The sender's object of the epoch.
    public PlaneKey plane() {
        return plane;
    }

    /// Arena offset at the sender.
    public long sourceRegion() {
        return sourceRegion;
    }

    /// Arena offset at the receiver.
    public long targetRegion() {
        return targetRegion;
    }

    /// Bytes to write.
    public long bytes() {
        return bytes;
    }

    /// Of the credit it was posted with.
    public long grantId() {
        return grantId;
    }

    /// Whether a byte of it may still land.
    public boolean canLand() {
        return canLand;
    }

    /// Whether it may still read its staging region.
    public boolean needsStaging() {
        return needsStaging;
    }

    /// Whether every byte of it is in place.
    public boolean isWhole() {
        return whole;
    }

    /// Whether it was reported as landed although it was not.
    public boolean isLie() {
        return lied;
    }

    /// Request whose chunk was staged when the write was asked for.
    public long stagedRid() {
        return stagedRid;
    }

    /// Chunk that was staged when the write was asked for.
    public int stagedChunk() {
        return stagedChunk;
    }

    /// The data plane will report it as landed although no byte of it is in place.
    public void lie() {
        lied = true;
    }

    void posted() {
        canLand = true;
    }

    void accepted() {
        needsStaging = true;
    }

    /// Notes what the sender says of its staging region.
    void staged(final AgentView sender) {
        final int staging = sender.at(sourceRegion);
        if (staging >= 0) {
            stagedRid = sender.rid(staging);
            stagedChunk = sender.chunk(staging);
        }
    }

    void landedWhole() {
        whole = true;
        canLand = false;
    }

    void cannotLand() {
        canLand = false;
    }

    void releasesStaging() {
        needsStaging = false;
    }

    @Override
    public String toString() {
        return "write "
                + uid
                + " of agent "
                + sender
                + " to agent "
                + receiver
                + " region "
                + targetRegion
                + " grant "
                + grantId
                + " epoch "
                + plane.epoch();
    }
}
