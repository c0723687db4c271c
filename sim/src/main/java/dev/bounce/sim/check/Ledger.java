package dev.bounce.sim.check;

import dev.bounce.engine.Effect;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.Message;
import dev.bounce.model.wire.Status;
import dev.bounce.model.wire.Token;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// The world's own account of what engines did and what the data plane may still do. Checkers hold
/// the engines' word against it. Maps are looked up and never iterated.
public final class Ledger {
    private final Life[] lives;
    private final boolean isJudged;
    private final Map<FlowKey, FlowHistory> histories = new HashMap<>();
    private final Set<FlowKey> quiescent = new HashSet<>();
    private final Set<FlowKey> cancelled = new HashSet<>();
    private final Set<FlowKey> closedEpochs = new HashSet<>();
    private final Map<FlowKey, Set<Token>> issued = new HashMap<>();

    /// An account of `agents` agents, none of which lives yet.
    public Ledger(final int agents) {
        this(agents, true);
    }

    /// @param judges whether checkers read it, who ask for more than the world does
    public Ledger(final int agents, final boolean judges) {
        lives = new Life[agents];
        isJudged = judges;
    }

    /// Number of agents.
    public int agents() {
        return lives.length;
    }

    /// The present life of an agent, `null` while it is dead.
    public Life life(final int agent) {
        return lives[agent];
    }

    /// What happened to a flow at its receiver, `null` if nothing of it was ever scattered.
    public FlowHistory history(final FlowKey flow) {
        return histories.get(flow);
    }

    /// Whether a request was resolved as quiescent.
    public boolean isQuiescent(final FlowKey flow) {
        return quiescent.contains(flow);
    }

    /// Whether its receiver has answered CANCELLED, or CLOSED for its epoch.
    public boolean isSaidQuiet(final FlowKey flow) {
        return cancelled.contains(flow) || closedEpochs.contains(flow.epochKey());
    }

    /// Whether a receiver has given that token to that epoch of that sender's life.
    public boolean hasIssued(final FlowKey epoch, final Token token) {
        final Set<Token> tokens = issued.get(epoch.epochKey());
        return tokens != null && tokens.contains(token);
    }

    /// Whether a scatter of that flow runs, or of any flow of that epoch if its rid is 0.
    public boolean isScattering(final FlowKey flow) {
        for (final Life life : lives) {
            if (life != null && isScattering(life, flow)) {
                return true;
            }
        }
        return false;
    }

    /// A life begins.
    public void born(final Life life) {
        lives[life.agent()] = life;
    }

    /// A life ends: nothing lands in its memory any more, nothing is read from it.
    public void died(final int agent) {
        final Life life = lives[agent];
        lives[agent] = null;
        for (final WriteRecord write : life.incoming) {
            write.cannotLand();
        }
        for (final WriteRecord write : life.outgoing) {
            write.releasesStaging();
        }
        life.incoming.clear();
        life.outgoing.clear();
    }

    /// A step has been performed and judged.
    public void stepEnded(final int agent) {
        lives[agent].stepEnded();
    }

    /// A transfer is submitted.
    public void submitted(final TransferRecord transfer) {
        lives[transfer.sender()].transfers.put(transfer.transferId(), transfer);
    }

    /// A submit was refused.
    public void refused(final TransferRecord transfer) {
        transfer.refuse();
    }

    /// A transfer was resolved.
    public void resolved(final TransferRecord transfer, final Effect.Resolve resolve) {
        transfer.resolve(resolve);
        if (resolve.quiescent() && resolve.rid() != 0) {
            quiescent.add(flowOf(transfer, resolve));
        }
    }

    /// Where a resolved transfer ran.
    public FlowKey flowOf(final TransferRecord transfer, final Effect.Resolve resolve) {
        return new FlowKey(
                transfer.linkId(),
                lives[transfer.sender()].instance(),
                resolve.epoch(),
                resolve.rid());
    }

    /// Puts of the direct path may land from now on, or no longer.
    public void directMayLand(final TransferRecord transfer, final boolean may) {
        transfer.setDirectMayLand(may);
    }

    /// A message was sent.
    public void sent(final int agent, final Message message) {
        switch (message.body()) {
            case Body.Grant grant -> {
                final FlowKey flow = FlowKey.of(message.header());
                for (final Credit credit : grant.credits()) {
                    granted(lives[agent], flow, credit);
                }
            }
            case Body.RequestAck ack -> {
                if (ack.status() == Status.CANCELLED) {
                    cancelled.add(FlowKey.of(message.header()));
                }
            }
            case Body.Opened opened ->
                    issued.computeIfAbsent(FlowKey.of(message.header()), _ -> new HashSet<>())
                            .add(opened.token());
            case Body.Closed _ -> closedEpochs.add(FlowKey.of(message.header()).epochKey());
            case Body.Want _,
                    Body.Cancel _,
                    Body.Open _,
                    Body.KeepAlive _,
                    Body.Close _,
                    Body.KeepAliveAnswer _,
                    Body.Data _,
                    Body.ChunkAcks _,
                    Body.StaleEpoch _,
                    Body.StaleInstance _,
                    Body.OpenRefused _ -> {}
        }
    }

    /// A data-plane object was asked for.
    public void planeOpened(final int agent, final PlaneKey plane) {
        lives[agent].openedPlanes.add(plane);
    }

    /// The receiver of an epoch has ended it.
    public void epochEnded(final int agent, final PlaneKey plane) {
        lives[agent].deadEpochs.add(plane);
    }

    /// A gather was asked for.
    public void gatherStarted(final int agent, final RunningGather gather) {
        lives[agent].gathers.add(gather);
    }

    /// A gather is about to be reported as ended.
    public void gatherEnded(final int agent, final long copyId) {
        lives[agent].gathers.removeIf(gather -> gather.copyId() == copyId);
    }

    /// A scatter was asked for.
    public RunningScatter scatterStarted(final int agent, final Effect.Scatter scatter) {
        final Life life = lives[agent];
        final Grant grant = life.newestGrant(scatter.region());
        final RunningScatter running =
                new RunningScatter(scatter.copyId(), scatter.region(), scatter.bytes(), grant);
        life.scatters.add(running);
        if (grant != null) {
            histories
                    .computeIfAbsent(grant.flow(), _ -> new FlowHistory(life))
                    .scatterStarted(grant.credit().chunk());
        }
        return running;
    }

    /// A scatter is about to be reported as ended.
    public void scatterEnded(
            final int agent, final RunningScatter running, final boolean allBytesInPlace) {
        lives[agent].scatters.remove(running);
        if (allBytesInPlace && running.grant() != null) {
            histories.get(running.grant().flow()).chunkLanded(running.grant().credit().chunk());
        }
    }

    /// A write was asked for: its staging is needed from now on.
    public void writeAccepted(final WriteRecord write) {
        final Life sender = lives[write.sender()];
        write.accepted();
        if (isJudged) {
            write.staged(sender.view());
        }
        sender.outgoing.add(write);
    }

    /// A write was posted: it may land from now on. The receiver lives.
    public void writePosted(final WriteRecord write) {
        write.posted();
        final Life life = lives[write.receiver()];
        life.incoming.add(write);
        life.writeOfGrant.put(write.grantId(), write);
    }

    /// Bytes of a write have landed.
    public void pieceLanded(final WriteRecord write, final long offset, final long bytes) {
        lives[write.receiver()].setLastWriter(write.targetRegion() + offset, bytes, write);
    }

    /// The last byte of a write has landed.
    public void landedWhole(final WriteRecord write) {
        write.landedWhole();
        remove(lives[write.receiver()], true, write);
    }

    /// No further byte of a write lands.
    public void cannotLand(final WriteRecord write) {
        if (write.canLand()) {
            write.cannotLand();
            remove(lives[write.receiver()], true, write);
        }
    }

    /// A write does not read its staging any more.
    public void releasesStaging(final WriteRecord write) {
        if (write.needsStaging()) {
            write.releasesStaging();
            remove(lives[write.sender()], false, write);
        }
    }

    private static void granted(final Life life, final FlowKey flow, final Credit credit) {
        if (life.grants.containsKey(credit.grantId())) {
            return;
        }
        final Grant grant = new Grant(flow, credit);
        life.grants.put(credit.grantId(), grant);
        life.highestGrantId = Math.max(life.highestGrantId, credit.grantId());
        life.setNewestGrant(grant);
    }

    private static void remove(final Life life, final boolean incoming, final WriteRecord write) {
        final List<WriteRecord> list = incoming ? life.incoming : life.outgoing;
        list.remove(write);
    }

    private static boolean isScattering(final Life life, final FlowKey flow) {
        for (int index = 0; index < life.scatters.size(); index++) {
            final Grant grant = life.scatters.get(index).grant();
            if (grant != null
                    && (grant.flow().equals(flow)
                            || flow.rid() == 0 && grant.flow().epochKey().equals(flow))) {
                return true;
            }
        }
        return false;
    }
}
