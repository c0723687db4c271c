package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.copy.Slices;
import dev.bounce.hw.memory.UseGate;
import java.lang.foreign.MemorySegment;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes one chunk from arena to arena, inside the gates of both ends of its epoch.
final class WriteJob implements CopyPool.Job {
    private static final Logger LOG = LoggerFactory.getLogger(WriteJob.class);

    /// Takes the outcome.
    @FunctionalInterface
    interface Ends {
        /// @param broken whether the receiver has closed its end or a copy failed
        void ended(Effect.Write write, WriteOutcome outcome, boolean broken);
    }

    private final Effect.Write write;
    private final MemorySegment source;
    private final UseGate ours;
    private final LocalFabric.Landing theirs;
    private final LongSupplier clock;
    private final Ends ends;
    private boolean entered;
    private boolean broken;

    /// @param source the arena of the sender
    /// @param ours gate of the sender's object
    /// @param theirs the receiver's object
    /// @param clock of the engine whose write it is
    WriteJob(
            final Effect.Write write,
            final MemorySegment source,
            final UseGate ours,
            final LocalFabric.Landing theirs,
            final LongSupplier clock,
            final Ends ends) {
        this.write = write;
        this.source = source;
        this.ours = ours;
        this.theirs = theirs;
        this.clock = clock;
        this.ends = ends;
    }

    @Override
    public int begin() {
        if (clock.getAsLong() > write.notAfterNanos() || !ours.enter()) {
            return 0;
        }
        if (!isInBounds() || !theirs.writes().enter()) {
            broken = true;
            ours.leave();
            return 0;
        }
        entered = true;
        return Slices.count(write.bytes());
    }

    private boolean isInBounds() {
        final long arenaBytes = theirs.arena().arenaBytes();
        return write.bytes() >= 0
                && write.targetRegion() >= 0
                && write.bytes() <= arenaBytes
                && write.targetRegion() <= arenaBytes - write.bytes()
                && write.targetAddress() == theirs.arena().arenaAddress() + write.targetRegion();
    }

    @Override
    public void run(final int slice) {
        final long start = Slices.start(slice);
        MemorySegment.copy(
                source,
                write.sourceRegion() + start,
                theirs.arena().arena(),
                write.targetRegion() + start,
                Slices.end(slice, write.bytes()) - start);
    }

    @Override
    public void end(final Throwable failure) {
        if (!entered) {
            ends.ended(write, WriteOutcome.NEVER, broken);
            return;
        }
        if (failure != null) {
            LOG.warn("write={} failed: {}", write.writeId(), failure.toString());
        }
        final boolean landed = failure == null && clock.getAsLong() <= write.notAfterNanos();
        theirs.writes().leave();
        ends.ended(write, landed ? WriteOutcome.LANDED : WriteOutcome.DIRTY, failure != null);
        // Last, so that a fence of this side comes after the outcome of its writes.
        ours.leave();
    }
}
