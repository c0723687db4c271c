package dev.bounce.engine;

import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.SchedulerConfig;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// An arena and its scheduler, with what the rest of the engine does around them: flows that hold
/// regions, staging, a cache of eager staging, a clock. Sizes are in regions of 4,096 bytes.
///
/// The arena has as many regions in its reserve as in its general part.
final class SchedulerWorld implements CreditScheduler.Grants, CreditScheduler.Cache {
    static final long REGION = 4_096;
    static final long DRAIN_NANOS = 100;

    /// A flow and the regions that it holds, oldest first.
    static final class Grantee {
        final String name;
        final Demand demand;
        final ArrayDeque<Region> regions = new ArrayDeque<>();
        long grantedBytes;
        int granted;
        int rejectedChunk = -1;

        /// Largest window it ever had: what it holds stays when the window shrinks.
        int largestWindow;

        boolean isClosed;

        Grantee(final String name, final Demand demand) {
            this.name = name;
            this.demand = demand;
            largestWindow = demand.window;
        }
    }

    final ArenaConfig config;
    final Arena arena;
    final CreditScheduler scheduler;
    final List<Grantee> grantees = new ArrayList<>();

    /// Eager staging, youngest last.
    final List<Region> eager = new ArrayList<>();

    /// Regions that are still filled by a gather and cannot be dropped.
    final List<Region> gathering = new ArrayList<>();

    /// Regions that the cache gave up, in that order.
    final List<Region> dropped = new ArrayList<>();

    int cacheCalls;
    long nowNanos = 1_000;
    private final StringBuilder granted = new StringBuilder();

    SchedulerWorld(final int generalRegions, final int maxChunkRegions) {
        this(
                new ArenaConfig(
                        2 * generalRegions * REGION,
                        REGION,
                        maxChunkRegions * REGION,
                        REGION,
                        generalRegions / maxChunkRegions));
    }

    SchedulerWorld(final ArenaConfig config) {
        this.config = config;
        arena = new Arena(config);
        scheduler =
                new CreditScheduler(config, new SchedulerConfig(1, 8, DRAIN_NANOS), arena, this);
    }

    /// Opens a flow of `count` chunks of `regions` regions each.
    Grantee want(
            final String name,
            final long linkId,
            final int window,
            final int count,
            final int regions) {
        final long[] bytes = new long[count];
        Arrays.fill(bytes, regions * REGION);
        return open(name, new Demand(linkId, null, bytes, window));
    }

    /// Opens a flow with one chunk of each size.
    Grantee wantSizes(
            final String name, final long linkId, final int window, final int... regions) {
        final long[] bytes = new long[regions.length];
        for (int i = 0; i < regions.length; i++) {
            bytes[i] = regions[i] * REGION;
        }
        return open(name, new Demand(linkId, null, bytes, window));
    }

    Grantee open(final String name, final Demand demand) {
        final Grantee grantee = new Grantee(name, demand);
        grantees.add(grantee);
        scheduler.open(demand);
        return grantee;
    }

    /// A fills the arena with single regions, then every name of `waiting` wants half of it.
    List<Grantee> fillThenWant(final int window, final String... waiting) {
        final List<Grantee> flows = new ArrayList<>();
        flows.add(want("A", 1, window, 10_000, 1));
        schedule();
        for (int i = 0; i < waiting.length; i++) {
            flows.add(want(waiting[i], 2 + i, 4, 100, 4));
        }
        schedule();
        return flows;
    }

    /// Grants what can be granted and says to whom, in order.
    String schedule() {
        granted.setLength(0);
        scheduler.schedule(nowNanos, this);
        return granted.toString();
    }

    /// The oldest region of a flow has been scattered.
    void finish(final Grantee grantee) {
        arena.free(grantee.regions.removeFirst());
        scheduler.release(grantee.demand);
    }

    /// The same, and the flow that then has nothing is forgotten.
    String finishAndSchedule(final Grantee grantee) {
        finish(grantee);
        return schedule();
    }

    /// The oldest region of a closed flow goes on in another state.
    Region detach(final Grantee grantee, final RegionState state) {
        final Region region = grantee.regions.removeFirst();
        arena.transition(region, state);
        scheduler.release(grantee.demand);
        return region;
    }

    void close(final Grantee grantee) {
        scheduler.close(grantee.demand);
        grantee.isClosed = true;
    }

    /// Closes a flow and frees all that it holds.
    void reclaim(final Grantee grantee) {
        close(grantee);
        while (!grantee.regions.isEmpty()) {
            finish(grantee);
        }
        grantees.remove(grantee);
    }

    /// Stages a chunk in the general part; `null` if it does not fit.
    Region stage(final int regions, final RegionState state) {
        final Region region = arena.allocate(regions * REGION, state);
        if (region != null && state == RegionState.STAGING_EAGER) {
            eager.add(region);
        }
        return region;
    }

    @Override
    public void grant(final Demand demand, final int chunk, final Region region) {
        final Grantee grantee = of(demand);
        final long asked = demand.chunkBytes[chunk];
        check(chunk == grantee.granted++ && demand.next == chunk + 1, "chunks come in order");
        check(region.bytes == asked, "a region for the chunk");
        check(!grantee.isClosed, "a closed flow is granted nothing");
        check(demand.held <= demand.window, "the window is kept");
        check(!arena.isReserve(region), "the reserve is kept");
        granted.append(grantee.name);
        grantee.regions.addLast(region);
        grantee.grantedBytes += region.blockBytes;
    }

    @Override
    public void rejectNoCapacity(final Demand demand, final int chunk) {
        final Grantee grantee = of(demand);
        check(demand.turn == null && !grantee.isClosed, "it is closed first, and once");
        check(
                !arena.fitsBesideQuarantine(demand.chunkBytes[chunk]),
                "only what cannot fit is refused");
        grantee.rejectedChunk = chunk;
        grantee.isClosed = true;
    }

    private static void check(final boolean holds, final String law) {
        if (!holds) {
            throw new AssertionError(law);
        }
    }

    @Override
    public boolean dropYoungest() {
        cacheCalls++;
        for (int i = eager.size() - 1; i >= 0; i--) {
            final Region region = eager.get(i);
            if (!gathering.contains(region)) {
                eager.remove(i);
                dropped.add(region);
                arena.free(region);
                return true;
            }
        }
        return false;
    }

    /// Another world that goes on from here: a new arena and scheduler with the same state.
    SchedulerWorld restored() {
        final SchedulerWorld twin = new SchedulerWorld(config);
        twin.nowNanos = nowNanos;
        final List<Demand> before = new ArrayList<>();
        final List<Demand> after = new ArrayList<>();
        for (final Grantee grantee : grantees) {
            final Demand demand = grantee.demand;
            before.add(demand);
            after.add(new Demand(demand.linkId, null, demand.chunkBytes, demand.window));
            final Grantee copy = new Grantee(grantee.name, after.getLast());
            copy.grantedBytes = grantee.grantedBytes;
            copy.granted = grantee.granted;
            copy.largestWindow = grantee.largestWindow;
            copy.isClosed = grantee.isClosed;
            copy.rejectedChunk = grantee.rejectedChunk;
            twin.grantees.add(copy);
        }
        twin.scheduler.restore(scheduler.snapshot(before), after);
        arena.forEach(region -> twin.arena.place(region.offset, region.bytes, region.state));
        for (int i = 0; i < grantees.size(); i++) {
            for (final Region region : grantees.get(i).regions) {
                twin.grantees.get(i).regions.addLast(twin.arena.at(region.offset));
            }
        }
        eager.forEach(region -> twin.eager.add(twin.arena.at(region.offset)));
        gathering.forEach(region -> twin.gathering.add(twin.arena.at(region.offset)));
        return twin;
    }

    Grantee of(final Demand demand) {
        for (final Grantee grantee : grantees) {
            if (grantee.demand == demand) {
                return grantee;
            }
        }
        throw new AssertionError("a flow that was not opened");
    }

    long freeRegions() {
        return arena.freeBytes() / REGION;
    }
}
