package dev.bounce.sim.check;

import dev.bounce.engine.Engine;
import dev.bounce.engine.Inspection;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.model.config.ArenaConfig;
import java.util.Arrays;

/// What an engine says of itself after a step, as parallel arrays that are filled anew each time.
public final class AgentView implements Inspection {
    private long[] offsets = new long[32];
    private long[] blockBytes = new long[32];
    private RegionState[] states = new RegionState[32];
    private PlaneKey[] planes = new PlaneKey[32];
    private long[] rids = new long[32];
    private int[] chunks = new int[32];
    private long[] grantIds = new long[32];
    private boolean[] reserves = new boolean[32];
    private int regions;

    private PlaneKey[] flowPlanes = new PlaneKey[16];
    private long[] flowRids = new long[16];
    private int[] held = new int[16];
    private int[] windows = new int[16];
    private long[] headBytes = new long[16];
    private boolean[] heldBack = new boolean[16];
    private int flows;
    private boolean draining;
    private boolean drainPaused;

    private PlaneKey[] requestPlanes = new PlaneKey[16];
    private long[] requestRids = new long[16];
    private boolean[] requestsOpen = new boolean[16];
    private int requests;
    private long freeBytes;
    private boolean failed;

    /// Forgets the last state.
    public void clear() {
        regions = 0;
        flows = 0;
        requests = 0;
        freeBytes = 0;
        failed = false;
        draining = false;
        drainPaused = false;
    }

    /// Takes the state of `engine`.
    public void refresh(final Engine engine) {
        clear();
        engine.inspect(this);
    }

    @Override
    public void agent(final boolean isFailed) {
        failed = isFailed;
    }

    @Override
    public void region(
            final long offset,
            final long bytes,
            final RegionState state,
            final PlaneKey plane,
            final long rid,
            final int chunk,
            final long grantId,
            final boolean reserve) {
        if (regions == offsets.length) {
            growRegions();
        }
        offsets[regions] = offset;
        blockBytes[regions] = bytes;
        states[regions] = state;
        planes[regions] = plane;
        rids[regions] = rid;
        chunks[regions] = chunk;
        grantIds[regions] = isIncoming(state) ? grantId : 0;
        reserves[regions++] = reserve;
    }

    @Override
    public void free(final long bytes) {
        freeBytes = bytes;
    }

    @Override
    public void flow(
            final PlaneKey plane,
            final long rid,
            final int count,
            final int window,
            final long bytes,
            final boolean isHeldBack) {
        if (flows == flowPlanes.length) {
            growFlows();
        }
        flowPlanes[flows] = plane;
        flowRids[flows] = rid;
        held[flows] = count;
        headBytes[flows] = bytes;
        heldBack[flows] = isHeldBack;
        windows[flows++] = window;
    }

    @Override
    public void drain(final boolean isDraining, final boolean isPaused) {
        draining = isDraining;
        drainPaused = isPaused;
    }

    @Override
    public void request(
            final long transferId,
            final PlaneKey plane,
            final long rid,
            final boolean closing,
            final boolean resolved) {
        if (requests == requestPlanes.length) {
            requestPlanes = Arrays.copyOf(requestPlanes, 2 * requests);
        }
        if (requests == requestRids.length) {
            requestRids = Arrays.copyOf(requestRids, 2 * requests);
            requestsOpen = Arrays.copyOf(requestsOpen, 2 * requests);
        }
        requestRids[requests] = rid;
        requestsOpen[requests] = plane != null && !closing;
        requestPlanes[requests++] = plane;
    }

    /// Whether the agent says that its device has failed.
    public boolean isFailed() {
        return failed;
    }

    /// Number of regions that are not free.
    public int regionCount() {
        return regions;
    }

    /// Free bytes of the general part.
    public long freeBytes() {
        return freeBytes;
    }

    /// Number of open flows.
    public int flowCount() {
        return flows;
    }

    /// Number of requests whose record is not finished.
    public int requestCount() {
        return requests;
    }

    /// Data-plane object of the epoch that a request is registered in, `null` if it waits. Those of
    /// an epoch are next to each other.
    public PlaneKey requestPlane(final int index) {
        return requestPlanes[index];
    }

    /// Number of a request in its epoch.
    public long requestRid(final int index) {
        return requestRids[index];
    }

    /// Whether a request is registered and is not being closed.
    public boolean isRequestOpen(final int index) {
        return requestsOpen[index];
    }

    /// Arena offset of region `index`.
    public long offset(final int index) {
        return offsets[index];
    }

    /// Block bytes of region `index`.
    public long blockBytes(final int index) {
        return blockBytes[index];
    }

    /// State of region `index`.
    public RegionState state(final int index) {
        return states[index];
    }

    /// Plane of region `index`.
    public PlaneKey plane(final int index) {
        return planes[index];
    }

    /// Request or flow of region `index`.
    public long rid(final int index) {
        return rids[index];
    }

    /// Chunk of region `index`.
    public int chunk(final int index) {
        return chunks[index];
    }

    /// Grant of region `index`, 0 for staging: the grants of a peer are numbers of their own.
    public long grantId(final int index) {
        return grantIds[index];
    }

    /// Whether region `index` is said to lie in the reserve.
    public boolean isReserve(final int index) {
        return reserves[index];
    }

    /// Plane of flow `index`.
    public PlaneKey flowPlane(final int index) {
        return flowPlanes[index];
    }

    /// Request id of flow `index`.
    public long flowRid(final int index) {
        return flowRids[index];
    }

    /// Regions that flow `index` is said to hold.
    public int held(final int index) {
        return held[index];
    }

    /// Window of flow `index`.
    public int window(final int index) {
        return windows[index];
    }

    /// Block that flow `index` needs for its next chunk, 0 if it wants nothing more, negative if no
    /// block is as large.
    public long headBytes(final int index) {
        return headBytes[index];
    }

    /// Whether flow `index` might be granted its next chunk if there was room: it wants one, is
    /// below its window, and no orphan of an older epoch holds it back.
    public boolean isWaiting(final int index) {
        return headBytes[index] != 0 && held[index] < windows[index] && !heldBack[index];
    }

    /// Whether all grants are said to wait for one head.
    public boolean isDraining() {
        return draining;
    }

    /// Whether no drain may start, because one is said to have taken too long.
    public boolean isDrainPaused() {
        return drainPaused;
    }

    /// Whether a block of that size, at a multiple of its size, has room in the general part.
    ///
    /// @param bytes a block size; negative is larger than all
    /// @param isBesideQuarantineOnly whether only quarantined regions take room, not all
    public boolean hasRoom(
            final ArenaConfig arena, final long bytes, final boolean isBesideQuarantineOnly) {
        if (bytes < 0) {
            return false;
        }
        for (long from = arena.reserveBytes(); from + bytes <= arena.usableBytes(); from += bytes) {
            if (isFree(from, from + bytes, isBesideQuarantineOnly)) {
                return true;
            }
        }
        return false;
    }

    private boolean isFree(final long from, final long to, final boolean isBesideQuarantineOnly) {
        for (int index = 0; index < regions; index++) {
            if (offsets[index] < to
                    && offsets[index] + blockBytes[index] > from
                    && (!isBesideQuarantineOnly || states[index] == RegionState.QUARANTINED)) {
                return false;
            }
        }
        return true;
    }

    /// The region that starts at `offset`, -1 if there is none.
    public int at(final long offset) {
        for (int index = 0; index < regions; index++) {
            if (offsets[index] == offset) {
                return index;
            }
        }
        return -1;
    }

    /// The region at `offset` in words, for a report.
    public String describe(final long offset) {
        final int index = at(offset);
        if (index < 0) {
            return "no region at " + offset;
        }
        return states[index]
                + " region at "
                + offset
                + " of "
                + blockBytes[index]
                + " bytes, grant "
                + grantIds[index]
                + ", epoch "
                + (planes[index] == null ? 0 : planes[index].epoch())
                + ", rid "
                + rids[index]
                + ", chunk "
                + chunks[index];
    }

    private static boolean isIncoming(final RegionState state) {
        return switch (state) {
            case GRANTED, QUEUED, SCATTERING, ORPHAN, QUARANTINED -> true;
            case STAGING_EAGER, STAGING_CREDITED, STAGING_ORPHAN -> false;
        };
    }

    private void growRegions() {
        final int length = 2 * regions;
        offsets = Arrays.copyOf(offsets, length);
        blockBytes = Arrays.copyOf(blockBytes, length);
        states = Arrays.copyOf(states, length);
        planes = Arrays.copyOf(planes, length);
        rids = Arrays.copyOf(rids, length);
        chunks = Arrays.copyOf(chunks, length);
        grantIds = Arrays.copyOf(grantIds, length);
        reserves = Arrays.copyOf(reserves, length);
    }

    private void growFlows() {
        final int length = 2 * flows;
        flowPlanes = Arrays.copyOf(flowPlanes, length);
        flowRids = Arrays.copyOf(flowRids, length);
        held = Arrays.copyOf(held, length);
        windows = Arrays.copyOf(windows, length);
        headBytes = Arrays.copyOf(headBytes, length);
        heldBack = Arrays.copyOf(heldBack, length);
    }
}
