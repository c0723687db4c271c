package dev.bounce.sim.check;

import dev.bounce.engine.Engine;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.config.ArenaConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// One life of one agent: what its engine says of itself, and what the world has seen it do.
/// Maps are looked up and never iterated.
public final class Life {
    private final int agent;
    private final long instance;
    private final ArenaConfig arena;
    private final int maxWindow;
    private final int maxFlows;
    private final long requestTimeoutNanos;
    private final AgentView view = new AgentView();

    /// Whose state the view does not show so far, `null` if it is up to date.
    private Engine unseen;

    final List<WriteRecord> incoming = new ArrayList<>();
    final List<WriteRecord> outgoing = new ArrayList<>();
    final List<RunningScatter> scatters = new ArrayList<>();
    final List<RunningGather> gathers = new ArrayList<>();
    final Map<Long, Grant> grants = new HashMap<>();
    final Map<Long, WriteRecord> writeOfGrant = new HashMap<>();
    final Map<Long, TransferRecord> transfers = new HashMap<>();
    final Set<PlaneKey> openedPlanes = new HashSet<>();
    final Set<PlaneKey> deadEpochs = new HashSet<>();
    private final Grant[] newestGrant;
    private final WriteRecord[] lastWriter;
    long highestGrantId;
    private long settledGrantId;

    /// @param agent index
    /// @param instance of this life
    /// @param arena as configured
    /// @param maxWindow most regions a flow may hold
    /// @param maxFlows most requests that may be registered in an epoch
    /// @param requestTimeoutNanos longest that a request stays open without progress
    public Life(
            final int agent,
            final long instance,
            final ArenaConfig arena,
            final int maxWindow,
            final int maxFlows,
            final long requestTimeoutNanos) {
        this.agent = agent;
        this.instance = instance;
        this.arena = arena;
        this.maxWindow = maxWindow;
        this.maxFlows = maxFlows;
        this.requestTimeoutNanos = requestTimeoutNanos;
        final int granules = (int) (arena.arenaBytes() / arena.granularityBytes());
        newestGrant = new Grant[granules];
        lastWriter = new WriteRecord[granules];
    }

    /// Index of the agent.
    public int agent() {
        return agent;
    }

    /// The instance.
    public long instance() {
        return instance;
    }

    /// The arena's shape.
    public ArenaConfig arena() {
        return arena;
    }

    /// Most regions a flow may hold.
    public int maxWindow() {
        return maxWindow;
    }

    /// Most requests that may be registered in an epoch.
    public int maxFlows() {
        return maxFlows;
    }

    /// Longest that a request stays open without progress, by the agent's clock.
    public long requestTimeoutNanos() {
        return requestTimeoutNanos;
    }

    /// The engine has made a step. It makes no other before it is told of here again.
    public void stepped(final Engine engine) {
        unseen = engine;
    }

    /// What the engine says of itself after its last step. Filled when it is first asked for.
    public AgentView view() {
        if (unseen != null) {
            view.refresh(unseen);
            unseen = null;
        }
        return view;
    }

    /// Writes that may still land here.
    public List<WriteRecord> incoming() {
        return incoming;
    }

    /// Writes that may still read staging here.
    public List<WriteRecord> outgoing() {
        return outgoing;
    }

    /// Scatters that run.
    public List<RunningScatter> scatters() {
        return scatters;
    }

    /// Gathers that run.
    public List<RunningGather> gathers() {
        return gathers;
    }

    /// The credit with that id, `null` if none was ever sent.
    public Grant grant(final long grantId) {
        return grants.get(grantId);
    }

    /// Largest grantId sent before the step that is being judged. Frames of one step may leave in
    /// another order than their credits were made.
    public long settledGrantId() {
        return settledGrantId;
    }

    /// Newest credit for the region at `offset`, `null` if there never was one or the offset
    /// is not in the arena.
    public Grant newestGrant(final long offset) {
        final long granule = offset / arena.granularityBytes();
        return granule < 0 || granule >= newestGrant.length ? null : newestGrant[(int) granule];
    }

    /// Newest write posted with a credit, `null` if there is none.
    public WriteRecord writeOf(final long grantId) {
        return writeOfGrant.get(grantId);
    }

    /// The submit with that id, `null` if unknown.
    public TransferRecord transfer(final long transferId) {
        return transfers.get(transferId);
    }

    /// Whether this life has asked for that data-plane object before.
    public boolean hasOpened(final PlaneKey plane) {
        return openedPlanes.contains(plane);
    }

    /// Whether this life has ended that epoch as its receiver.
    public boolean isDead(final PlaneKey plane) {
        return !deadEpochs.isEmpty() && deadEpochs.contains(plane);
    }

    /// The write that touched the granule of `offset` last, `null` if none did.
    public WriteRecord lastWriter(final long offset) {
        return lastWriter[granule(offset)];
    }

    void stepEnded() {
        settledGrantId = highestGrantId;
    }

    void setNewestGrant(final Grant grant) {
        newestGrant[granule(grant.credit().region())] = grant;
    }

    void setLastWriter(final long offset, final long bytes, final WriteRecord write) {
        final int last = granule(offset + bytes - 1);
        for (int granule = granule(offset); granule <= last; granule++) {
            lastWriter[granule] = write;
        }
    }

    private int granule(final long offset) {
        return (int) (offset / arena.granularityBytes());
    }
}
