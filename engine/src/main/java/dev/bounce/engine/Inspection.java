package dev.bounce.engine;

/// Sees the state of an engine without copying it; see [Engine#inspect]. For checkers.
public interface Inspection {
    /// The agent as a whole.
    ///
    /// @param isFailed whether its device has failed, so that it answers nobody and its arena is
    ///     not used again (rule 17)
    void agent(boolean isFailed);

    /// Each region that is not free, by rising offset.
    ///
    /// @param offset in the arena
    /// @param blockBytes size of the block
    /// @param plane side and epoch it belongs to
    /// @param rid request or flow
    /// @param chunk 0-based index
    /// @param grantId 0 for staging
    /// @param reserve whether the block lies in the staging reserve
    void region(
            long offset,
            long blockBytes,
            RegionState state,
            PlaneKey plane,
            long rid,
            int chunk,
            long grantId,
            boolean reserve);

    /// Free bytes of the general part of the arena.
    void free(long bytes);

    /// Each open flow.
    ///
    /// @param plane receiver's side of its epoch
    /// @param held regions GRANTED, QUEUED or SCATTERING
    /// @param window most it may hold
    /// @param headBytes block that its next chunk needs, 0 if it wants nothing more, negative if no
    ///     block is as large
    /// @param isHeldBack whether an orphan of an older epoch keeps it from being granted anything
    void flow(PlaneKey plane, long rid, int held, int window, long headBytes, boolean isHeldBack);

    /// The scheduler of credits.
    ///
    /// @param isDraining whether all grants wait for one head
    /// @param isPaused whether no drain may start, because one has just taken too long
    void drain(boolean isDraining, boolean isPaused);

    /// Each request whose record is not finished.
    ///
    /// @param plane sender's side of its epoch, `null` while it waits
    /// @param resolved whether the caller has its answer
    void request(long transferId, PlaneKey plane, long rid, boolean closing, boolean resolved);
}
