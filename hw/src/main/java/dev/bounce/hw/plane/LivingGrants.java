package dev.bounce.hw.plane;

import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Credit;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// The grants of one arena that are alive, and the only way to place bytes of a peer in it. No two
/// living grants share a byte. Ending a grant waits for the copy of at most one message that is
/// being placed under it; nothing is placed afterwards. Any thread.
final class LivingGrants {
    private static final class Grant {
        final PlaneKey plane;
        final long id;
        final long region;
        final long bytes;
        boolean over;

        Grant(final PlaneKey plane, final Credit credit) {
            this.plane = plane;
            id = credit.grantId();
            region = credit.region();
            bytes = credit.length();
        }

        synchronized void end() {
            over = true;
        }

        synchronized boolean place(
                final MemorySegment arena, final long offset, final MemorySegment data) {
            if (over) {
                return false;
            }
            MemorySegment.copy(data, 0, arena, region + offset, data.byteSize());
            return true;
        }
    }

    private final MemorySegment arena;
    private final TreeMap<Long, Grant> byRegion = new TreeMap<>();
    private final Map<Long, Grant> byId = new HashMap<>();

    LivingGrants(final MemorySegment arena) {
        this.arena = arena;
    }

    /// Starts a grant, unless it lives already; ends those that it overlaps.
    void grant(final PlaneKey plane, final Credit credit) {
        final List<Grant> ended;
        synchronized (this) {
            if (byId.containsKey(credit.grantId())) {
                return;
            }
            ended = take(credit.region(), credit.length());
            final Grant grant = new Grant(plane, credit);
            byRegion.put(grant.region, grant);
            byId.put(grant.id, grant);
        }
        ended.forEach(Grant::end);
    }

    /// Ends the grants that share a byte with `[region, region + bytes)`.
    void reclaim(final long region, final long bytes) {
        final List<Grant> ended;
        synchronized (this) {
            ended = take(region, bytes);
        }
        ended.forEach(Grant::end);
    }

    /// Ends the grants of an epoch.
    void drop(final PlaneKey plane) {
        final List<Grant> ended = new ArrayList<>();
        synchronized (this) {
            for (final Grant grant : byId.values()) {
                if (grant.plane.equals(plane)) {
                    ended.add(grant);
                }
            }
            ended.forEach(this::forget);
        }
        ended.forEach(Grant::end);
    }

    private List<Grant> take(final long region, final long bytes) {
        List<Grant> taken = List.of();
        Map.Entry<Long, Grant> entry = byRegion.floorEntry(region);
        if (entry == null || entry.getKey() + entry.getValue().bytes <= region) {
            entry = byRegion.higherEntry(region);
        }
        while (entry != null && entry.getKey() < region + bytes) {
            if (taken.isEmpty()) {
                taken = new ArrayList<>();
            }
            taken.add(entry.getValue());
            forget(entry.getValue());
            entry = byRegion.higherEntry(entry.getKey());
        }
        return taken;
    }

    private void forget(final Grant grant) {
        byRegion.remove(grant.region);
        byId.remove(grant.id);
    }

    /// Places bytes of a write.
    ///
    /// @param plane the object that they came to
    /// @param region as the writer understands the grant
    /// @param offset of the first byte in the region
    /// @return whether all of them were placed; else none was
    boolean place(
            final PlaneKey plane,
            final long grantId,
            final long region,
            final long offset,
            final MemorySegment data) {
        final Grant grant;
        synchronized (this) {
            grant = byId.get(grantId);
        }
        return grant != null
                && grant.plane.equals(plane)
                && grant.region == region
                && offset >= 0
                && data.byteSize() <= grant.bytes
                && offset <= grant.bytes - data.byteSize()
                && grant.place(arena, offset, data);
    }

    /// Number of grants that live.
    synchronized int size() {
        return byId.size();
    }
}
