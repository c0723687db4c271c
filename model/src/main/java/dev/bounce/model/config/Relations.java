package dev.bounce.model.config;

import dev.bounce.model.arena.BuddyAllocator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// What must hold between the values of several keys.
final class Relations {
    private final List<String> broken = new ArrayList<>();

    private Relations() {}

    /// Each relation that does not hold: its keys, their values and why it must.
    static List<String> broken(
            final ArenaConfig arena,
            final SchedulerConfig scheduler,
            final LinkConfig link,
            final TimeoutConfig timeouts) {
        final Relations relations = new Relations();
        relations.ofArena(arena);
        relations.ofScheduler(scheduler);
        relations.ofLink(link);
        relations.ofTimes(scheduler, link, timeouts);
        return relations.broken;
    }

    private void ofArena(final ArenaConfig arena) {
        atMost(
                ConfigKey.ARENA_GRANULARITY,
                arena.granularityBytes(),
                ConfigKey.ARENA_MAX_CHUNK,
                arena.maxChunkBytes(),
                "a chunk fills at least one block");
        atMost(
                ConfigKey.ARENA_RAMP,
                arena.rampBytes(),
                ConfigKey.ARENA_MAX_CHUNK,
                arena.maxChunkBytes(),
                "chunks grow from one to the other");
        final long usable = arena.usableBytes();
        if (arena.maxChunkBytes() > usable / 4) {
            broken.add(
                    String.format(
                            Locale.ROOT,
                            "%s is more than a quarter of usable %s of %s: an arena must hold four",
                            show(ConfigKey.ARENA_MAX_CHUNK, arena.maxChunkBytes()),
                            ByteSize.format(usable),
                            show(ConfigKey.ARENA_SIZE, arena.arenaBytes())));
        }
        if (usable / arena.granularityBytes() > BuddyAllocator.MAX_GRANULES) {
            broken.add(
                    String.format(
                            Locale.ROOT,
                            "%s cuts usable %s of %s into more than %,d blocks",
                            show(ConfigKey.ARENA_GRANULARITY, arena.granularityBytes()),
                            ByteSize.format(usable),
                            show(ConfigKey.ARENA_SIZE, arena.arenaBytes()),
                            BuddyAllocator.MAX_GRANULES));
        }
        if (Saturating.add(arena.reserveBytes(), arena.maxChunkBytes()) > usable) {
            broken.add(
                    String.format(
                            Locale.ROOT,
                            "%s of %s leaves no room for one chunk beside it in usable %s of %s",
                            show(ConfigKey.ARENA_RESERVE_BLOCKS, arena.reserveBlocks()),
                            show(ConfigKey.ARENA_MAX_CHUNK, arena.maxChunkBytes()),
                            ByteSize.format(usable),
                            show(ConfigKey.ARENA_SIZE, arena.arenaBytes())));
        }
    }

    private void ofScheduler(final SchedulerConfig scheduler) {
        atMost(
                ConfigKey.SCHEDULER_MIN_WINDOW,
                scheduler.minWindow(),
                ConfigKey.SCHEDULER_MAX_WINDOW,
                scheduler.maxWindow(),
                "the window lies between them");
    }

    private void ofLink(final LinkConfig link) {
        below(
                ConfigKey.LINK_KEEP_ALIVE,
                link.keepAliveNanos(),
                ConfigKey.LINK_LEASE,
                link.leaseNanos(),
                "an idle link would end between two beats");
        atMost(
                ConfigKey.LINK_FIRST_REPEAT,
                link.firstRepeatNanos(),
                ConfigKey.LINK_MAX_REPEAT,
                link.maxRepeatNanos(),
                "the interval grows from one to the other");
        below(
                ConfigKey.LINK_MAX_REPEAT,
                link.maxRepeatNanos(),
                ConfigKey.LINK_LEASE,
                link.leaseNanos(),
                "one lost message would end the epoch");
        atMost(
                ConfigKey.LINK_MAX_FLOWS,
                link.maxFlows(),
                ConfigKey.LINK_MAX_PENDING,
                link.maxPending(),
                "open requests count as pending");
    }

    private void ofTimes(
            final SchedulerConfig scheduler, final LinkConfig link, final TimeoutConfig timeouts) {
        below(
                ConfigKey.LINK_MAX_REPEAT,
                link.maxRepeatNanos(),
                ConfigKey.TIMEOUT_REQUEST,
                timeouts.requestTimeoutNanos(),
                "one lost message would fail the request");
        below(
                ConfigKey.SCHEDULER_DRAIN_TIMEOUT,
                scheduler.drainTimeoutNanos(),
                ConfigKey.TIMEOUT_REQUEST,
                timeouts.requestTimeoutNanos(),
                "one drain would fail the requests that wait for it");
    }

    private void atMost(
            final ConfigKey key,
            final long value,
            final ConfigKey limitKey,
            final long limit,
            final String why) {
        if (value > limit) {
            broken.add(show(key, value) + " must be at most " + show(limitKey, limit) + ": " + why);
        }
    }

    private void below(
            final ConfigKey key,
            final long value,
            final ConfigKey limitKey,
            final long limit,
            final String why) {
        if (value >= limit) {
            broken.add(show(key, value) + " must be below " + show(limitKey, limit) + ": " + why);
        }
    }

    private static String show(final ConfigKey key, final long value) {
        return key.text() + "=" + key.kind().format(value);
    }
}
