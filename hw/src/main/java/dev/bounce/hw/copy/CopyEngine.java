package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;

/// Copies between registered ranges and regions of the arena. Never blocks its caller, close
/// excepted. Layout of a region: [SealKey].
public interface CopyEngine {

    /// Takes what ended.
    @FunctionalInterface
    interface Ends {
        /// @param copyId as given at the start
        void ended(long copyId, CopyOutcome outcome);
    }

    /// Starts to gather one chunk into the arena and to seal it. Ends DONE or FAILED.
    ///
    /// @param copyId names this copy
    /// @param region arena offset, with room for `plan.regionBytes(chunk)`
    void gather(long copyId, TransferPlan plan, int chunk, long region, SealKey seal);

    /// As above, but reads no source before an event has happened. Until then the copy counts as
    /// running.
    ///
    /// @param after `null` for none; host memory takes no other
    default void gather(
            final long copyId,
            final TransferPlan plan,
            final int chunk,
            final long region,
            final SealKey seal,
            final CudaEvent after) {
        if (after != null) {
            throw new IllegalArgumentException("copies of host memory wait for no event of a GPU");
        }
        gather(copyId, plan, chunk, region, seal);
    }

    /// Starts to scatter a region, after both its seals were found right; else ends SEAL_BROKEN
    /// with nothing copied.
    ///
    /// @param copyId names this copy
    /// @param region arena offset
    /// @param bytes of the region, seals included
    /// @param runs already checked against region and ranges; one that is wrong nevertheless makes
    ///     the copy end FAILED
    void scatter(long copyId, long region, long bytes, ScatterRuns runs, SealKey seal);

    /// Hands out gathers that ended since the last call.
    ///
    /// @return their number
    int pollGathers(Ends ends);

    /// Hands out scatters that ended since the last call.
    ///
    /// @return their number
    int pollScatters(Ends ends);

    /// Gathers are about to be started: what starts them had better be awake then. Takes next to
    /// no time if it is.
    default void expectGathers() {
        // What sleeps wakes up in time, or costs little.
    }

    /// As above, of scatters.
    default void expectScatters() {
        // As above.
    }

    /// Begins no gather any more that was given an event; such a one ends FAILED when its turn
    /// comes, and others may, too. When this returns no event is going to be looked at, and the
    /// application may destroy them. Waits while the driver takes an event, for a second at most;
    /// a driver that takes longer is told in the log.
    default void beginNoMore() {
        // Where no gather waits for an event.
    }

    /// Why no copy can succeed any more, in one line; `null` if they can.
    default String fault() {
        return null;
    }

    /// Waits for running copies, bounded, and lets go of what they need.
    ///
    /// @return whether no copy runs any more; if not, the memory must be kept
    boolean close();
}
