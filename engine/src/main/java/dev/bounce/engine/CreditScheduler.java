package dev.bounce.engine;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.SchedulerConfig;

/// Decides which chunk gets the next region (design 2.5).
final class CreditScheduler {
    /// Where grants go.
    interface Grants {
        /// `region` is GRANTED to chunk `demand.next`, which has already been advanced past it.
        void grant(Demand demand, int chunk, Region region);

        /// The chunk can never fit: REJECTED(no capacity). The flow's demand has been closed.
        void rejectNoCapacity(Demand demand, int chunk);
    }

    /// The sender's uncredited staging, a cache that can be dropped.
    interface Cache {
        /// Drops the youngest uncredited staging that can go. True if a block became free at once.
        boolean dropYoungest();
    }

    CreditScheduler(
            final ArenaConfig arenaConfig,
            final SchedulerConfig config,
            final Arena arena,
            final Cache cache) {}

    /// Adds a flow that wants all its chunks. Does not grant by itself.
    void open(final Demand demand) {
        throw new UnsupportedOperationException();
    }

    /// The flow wants nothing more. What it holds is the caller's.
    void close(final Demand demand) {
        throw new UnsupportedOperationException();
    }

    /// A region of the flow became free or left it.
    void release(final Demand demand) {
        throw new UnsupportedOperationException();
    }

    /// Keeps a link from being granted anything while an orphan of an older epoch is left (rule
    /// 15).
    void block(final long linkId, final boolean blocked) {
        throw new UnsupportedOperationException();
    }

    /// Grants what can be granted now.
    void schedule(final long nowNanos, final Grants grants) {
        throw new UnsupportedOperationException();
    }

    /// Whether grants wait for one head (drain). Nothing is staged eagerly meanwhile.
    boolean isDraining() {
        throw new UnsupportedOperationException();
    }

    /// Region bytes of the head that has waited longest for space, 0 if none waits for space.
    long blockedHeadBytes() {
        throw new UnsupportedOperationException();
    }

    /// When a drain ends or may start again, `Long.MAX_VALUE` if never.
    long nextDeadlineNanos() {
        throw new UnsupportedOperationException();
    }
}
