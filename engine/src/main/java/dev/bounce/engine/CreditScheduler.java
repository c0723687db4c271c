package dev.bounce.engine;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.SchedulerConfig;
import java.util.List;

/// Decides which chunk gets the next region (design 2.5).
///
/// Flows take turns by [TurnOrder]; a flow is granted its chunks in order and holds at most
/// `window` regions. A head that does not fit is passed over, after uncredited staging was dropped
/// for it. One that was passed over too often, by grants or by this agent's own chunks with a
/// credit ([#mayTakeSpace]), stops the others ([Drain]) until it fits. Outside a drain no head that
/// fits is left after [#schedule].
///
/// Nothing is granted by itself: whatever frees a region, opens a flow or changes what may be
/// granted is followed by [#schedule].
final class CreditScheduler {
    private static final long ALL_SIZES = -1;
    private static final int MIN_BYPASSES = 8;

    /// Where grants go. May open, close and release demands, but not schedule.
    interface Grants {
        /// `region` is GRANTED to `chunk`; `demand.next` has already been advanced past it.
        void grant(Demand demand, int chunk, Region region);

        /// The chunk can never fit: REJECTED(no capacity). The flow's demand has been closed.
        void rejectNoCapacity(Demand demand, int chunk);
    }

    /// The sender's uncredited staging, a cache that can be dropped.
    interface Cache {
        /// Drops the youngest uncredited staging that can go. True if a block became free at once.
        boolean dropYoungest();
    }

    private final Arena arena;
    private final Cache cache;
    private final FlowTurns flows;
    private final Drain drain;

    /// Grants given, and blocks that this agent took for chunks with a credit.
    private long sequence;

    /// Whether the cache has nothing more to drop in this call.
    private boolean isCacheSpent;

    private boolean isScheduling;

    /// A scheduler without demands.
    ///
    /// @param cache asked only while a head does not fit
    CreditScheduler(
            final ArenaConfig arenaConfig,
            final SchedulerConfig config,
            final Arena arena,
            final Cache cache) {
        this.arena = arena;
        this.cache = cache;
        flows = new FlowTurns(arena, arenaConfig.maxChunkBytes());
        drain = new Drain(config.drainTimeoutNanos());
    }

    /// Adds a flow that wants its chunks from `demand.next` on. Does not grant by itself.
    void open(final Demand demand) {
        Invariant.check(demand.turn == null, "a demand is opened once", demand.linkId);
        Invariant.check(demand.window > 0, "a window has room for a region", demand.window);
        if (demand.next < demand.chunkBytes.length) {
            flows.open(demand);
        }
    }

    /// The flow wants nothing more. What it holds is the caller's. Without effect if it is closed.
    void close(final Demand demand) {
        if (demand.turn != null) {
            flows.close(demand.turn);
            stopDrainOfNoHead();
        }
    }

    /// A region of the flow became free or left it.
    void release(final Demand demand) {
        Invariant.check(demand.held > 0, "a region that is held is released", demand.held);
        demand.held--;
        if (demand.turn != null) {
            flows.refresh(demand.turn);
        }
    }

    /// Changes the window of a flow. What it holds beyond it stays.
    void resize(final Demand demand, final int window) {
        Invariant.check(window > 0, "a window has room for a region", window);
        demand.window = window;
        if (demand.turn != null) {
            flows.refresh(demand.turn);
            stopDrainOfNoHead();
        }
    }

    /// Keeps a link from being granted anything while an orphan of an older epoch is left (rule
    /// 15). Its heads lose their stamps.
    void block(final long linkId, final boolean blocked) {
        flows.block(linkId, blocked);
        stopDrainOfNoHead();
    }

    /// Ends a drain for a head that may no longer be granted.
    private void stopDrainOfNoHead() {
        if (drain.flow() != null && !drain.flow().waiting.isTaken()) {
            drain.stop();
        }
    }

    /// Grants what can be granted now.
    ///
    /// @param nowNanos of the step; only drains look at it
    void schedule(final long nowNanos, final Grants grants) {
        Invariant.check(!isScheduling, "schedule is not entered twice", nowNanos);
        isScheduling = true;
        isCacheSpent = false;
        drain.expire(nowNanos);
        FlowTurn flow;
        do {
            rejectHopeless(grants);
            flow = next(nowNanos);
            if (flow != null) {
                grant(flow, grants);
            }
        } while (flow != null);
        isScheduling = false;
    }

    /// The flow whose head is granted next, `null` if none is granted now.
    private FlowTurn next(final long nowNanos) {
        for (; ; ) {
            final FlowTurn drained = drain.flow();
            if (drained == null) {
                final FlowTurn flow = nextInTurn();
                if (flow == null || !startDrain(nowNanos)) {
                    return flow;
                }
            } else if (makeRoom(drained)) {
                return drained;
            } else if (!drain.isOver(nowNanos)) {
                return null;
            } else {
                // Another head has its drain first, unless this one is passed over as often again.
                flows.heads().restamp(drained, sequence);
                drain.giveUp(nowNanos);
            }
        }
    }

    /// Starts a drain if what is due would pass over a head once too often. One that fits is not
    /// passed over: it waits for its turn.
    private boolean startDrain(final long nowNanos) {
        if (drain.isPaused()) {
            return false;
        }
        final long unfit = ~SizeCounts.upTo(arena.largestFreeBytes());
        final FlowTurn longest = flows.heads().longestStamped(unfit);
        final long bypasses = Math.max(MIN_BYPASSES, 2L * flows.wanting());
        if (longest == null || sequence - longest.stamp < bypasses) {
            return false;
        }
        drain.start(flows.order().firstStamped(unfit, longest.stamp), nowNanos);
        return true;
    }

    /// Whether a chunk of this agent that has a credit may take a block of the general part now. If
    /// that would pass over a head once too often, a drain starts and [#schedule] is due.
    ///
    /// Without it two outgoing chunks that take turns in the halves of a block would keep a head
    /// that needs the whole block out for ever: their credits forbid to drop them, and grants have
    /// no part in it (design 2.5, mutants `stagingNeverPasses` and `stagingTakesDrained`).
    boolean mayTakeSpace(final long nowNanos) {
        return drain.flow() == null && !startDrain(nowNanos);
    }

    /// A chunk of this agent took a block of the general part: all stamped heads are passed over.
    void tookSpace() {
        sequence++;
    }

    private FlowTurn nextInTurn() {
        if (!isCacheSpent) {
            final FlowTurn flow = flows.order().pick(ALL_SIZES);
            if (flow == null || makeRoom(flow)) {
                return flow;
            }
        }
        final long fitting = SizeCounts.upTo(arena.largestFreeBytes());
        flows.heads().stamp(~fitting, sequence);
        return (flows.heads().sizes() & fitting) == 0 ? null : flows.order().pick(fitting);
    }

    /// Drops uncredited staging until the head fits. The block goes to that head at once.
    private boolean makeRoom(final FlowTurn flow) {
        while (!arena.fits(flow.headBytes)) {
            if (!cache.dropYoungest()) {
                isCacheSpent = true;
                return false;
            }
        }
        return true;
    }

    private void rejectHopeless(final Grants grants) {
        final long possible = SizeCounts.upTo(arena.largestBesideQuarantineBytes());
        while ((flows.heads().sizes() & ~possible) != 0) {
            final Demand demand = flows.order().firstOfSize(~possible).demand;
            close(demand);
            grants.rejectNoCapacity(demand, demand.next);
        }
    }

    private void grant(final FlowTurn flow, final Grants grants) {
        final Demand demand = flow.demand;
        final int chunk = demand.next;
        Invariant.check(demand.held < demand.window, "a window is kept", demand.held);
        final Region region = arena.allocate(demand.chunkBytes[chunk], RegionState.GRANTED);
        Invariant.check(region != null, "a head that fits is granted", flow.headBytes);
        if (flow == drain.flow()) {
            drain.stop();
        }
        flows.order().charge(flow);
        sequence++;
        demand.next++;
        demand.held++;
        flows.advance(flow);
        grants.grant(demand, chunk, region);
    }

    /// Whether grants wait for one head (drain). Meanwhile nothing is staged eagerly, and chunks
    /// with a credit only in the reserve.
    boolean isDraining() {
        return drain.flow() != null;
    }

    /// Region bytes of the head that has waited longest for space, 0 if none waits for space.
    long blockedHeadBytes() {
        final FlowTurn longest = flows.heads().longestStamped(ALL_SIZES);
        return longest == null ? 0 : longest.headBytes;
    }

    /// When a drain ends or may start again, `Long.MAX_VALUE` if never.
    long nextDeadlineNanos() {
        return drain.nextDeadlineNanos();
    }

    /// Shows whether a drain runs or may not start.
    void inspect(final Inspection inspection) {
        inspection.drain(isDraining(), drain.isPaused());
    }

    /// Number of flows that want a chunk.
    int wanting() {
        return flows.wanting();
    }

    /// Grants given, and blocks that this agent took for chunks with a credit.
    long sequence() {
        return sequence;
    }

    /// The state as a value.
    ///
    /// @param demands every open demand, others may be among them; their order names them
    ScheduleState snapshot(final List<Demand> demands) {
        return flows.snapshot(sequence, drain, demands);
    }

    /// Makes a new scheduler continue where another one was. The arena is the caller's.
    ///
    /// @param demands in the order of the snapshot, none open; `next`, `held` and `window` are set
    void restore(final ScheduleState state, final List<Demand> demands) {
        Invariant.check(sequence == 0 && wanting() == 0, "a new scheduler is restored", sequence);
        sequence = state.sequence();
        flows.restore(state, demands);
        drain.restore(
                state.draining() < 0 ? null : demands.get(state.draining()).turn,
                state.isDrainPaused(),
                state.drainUntilNanos());
    }
}
