package dev.bounce.engine;

import java.util.ArrayList;
import java.util.List;

/// What must hold of a [SchedulerWorld] after every call, whatever happened.
final class SchedulerLaws {
    private SchedulerLaws() {}

    static void check(final SchedulerWorld world, final List<Long> blockedLinks) {
        everyByteIsInOneState(world);
        everyRegionHasOneOwner(world);
        windowsAreKept(world);
        theReserveIsKept(world);
        deficitsAreBounded(world);
        nothingThatFitsWaits(world, blockedLinks);
    }

    private static void require(final boolean holds, final String law, final Object observed) {
        if (!holds) {
            throw new AssertionError(law + ": " + observed);
        }
    }

    /// Conservation, counted from the regions themselves.
    static void everyByteIsInOneState(final SchedulerWorld world) {
        final long[] sum = {world.arena.freeBytes() + world.arena.freeReserveBytes()};
        final long[] end = {0};
        world.arena.forEach(
                region -> {
                    require(region.offset >= end[0], "no overlap", region.offset);
                    end[0] = region.offset + region.blockBytes;
                    sum[0] += region.blockBytes;
                });
        require(sum[0] == world.arena.usableBytes(), "conservation", sum[0]);
    }

    /// A region of an open flow is GRANTED and in nobody else's hands.
    static void everyRegionHasOneOwner(final SchedulerWorld world) {
        final List<Region> owned = new ArrayList<>();
        for (final SchedulerWorld.Grantee grantee : world.grantees) {
            for (final Region region : grantee.regions) {
                require(world.arena.at(region.offset) == region, "it is live", region.offset);
                require(region.state == RegionState.GRANTED, "it is granted", region.state);
                require(!owned.contains(region), "one owner", region.offset);
                owned.add(region);
            }
        }
        require(
                owned.stream().mapToLong(region -> region.blockBytes).sum()
                        == world.arena.bytesIn(RegionState.GRANTED),
                "every granted region has an owner",
                owned.size());
    }

    static void windowsAreKept(final SchedulerWorld world) {
        for (final SchedulerWorld.Grantee grantee : world.grantees) {
            final Demand demand = grantee.demand;
            require(demand.held == grantee.regions.size(), "held is counted", demand.held);
            require(
                    demand.held <= Math.max(demand.window, grantee.largestWindow),
                    "WindowRespected",
                    demand.held);
        }
    }

    static void theReserveIsKept(final SchedulerWorld world) {
        require(
                world.arena.freeReserveBytes() == world.config.reserveBytes(),
                "ReserveKept",
                world.arena.freeReserveBytes());
    }

    static void deficitsAreBounded(final SchedulerWorld world) {
        final long quantum = world.config.maxChunkBytes();
        for (final SchedulerWorld.Grantee grantee : world.grantees) {
            final FlowTurn flow = grantee.demand.turn;
            if (flow != null) {
                inBounds(flow.deficitBytes, quantum);
                inBounds(flow.peer.deficitBytes, quantum);
            }
        }
    }

    private static void inBounds(final long deficit, final long quantum) {
        require(deficit >= -quantum && deficit < 2 * quantum, "deficit in bounds", deficit);
    }

    /// Work conservation.
    static void nothingThatFitsWaits(final SchedulerWorld world, final List<Long> blockedLinks) {
        if (world.scheduler.isDraining()) {
            return;
        }
        for (final SchedulerWorld.Grantee grantee : world.grantees) {
            final Demand demand = grantee.demand;
            if (!grantee.isClosed
                    && demand.next < demand.chunkBytes.length
                    && demand.held < demand.window
                    && !blockedLinks.contains(demand.linkId)) {
                final long bytes = demand.chunkBytes[demand.next];
                require(!world.arena.fits(bytes), "a head that fits waits", grantee.name);
                require(
                        world.scheduler.blockedHeadBytes() > 0,
                        "somebody is known to wait",
                        grantee.name);
            }
        }
    }
}
