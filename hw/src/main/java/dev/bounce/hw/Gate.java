package dev.bounce.hw;

import dev.bounce.engine.LinkView;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.config.GateConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.GateContext;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.vmm.DescriptorCoalescer;
import dev.bounce.model.vmm.DescriptorSplitter;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.TransferSide;

/// Decides for each transfer whether it is coalesced, and plans it. Any thread.
final class Gate {
    /// Bytes of a run in a DATA, and a bound on the rest of its frame.
    private static final int RUN_BYTES = 48;

    private static final int FRAME_BYTES = 1_024;
    private static final GateConfig ANY = new GateConfig(0, Long.MAX_VALUE);

    private final BounceConfig config;
    private final MemoryKind memoryKind;
    private final boolean available;

    /// @param memoryKind where the sources are
    /// @param available whether arena and control channel are there
    Gate(final BounceConfig config, final MemoryKind memoryKind, final boolean available) {
        this.config = config;
        this.memoryKind = memoryKind;
        this.available = available;
    }

    /// Cuts the pairs at the edges of chunks and the ends of regions of both sides, whatever kind
    /// of memory they are in: pieces are found by containment in one registration. What goes direct
    /// is joined as well, since each piece is a message or a put; the planner joins runs by itself.
    ///
    /// @param peer the receiver, `null` if it is not loaded
    /// @param local regions of this agent
    /// @param remote regions of the peer, empty if it has told none
    /// @param puttable whether the pairs could go direct; if not, no threshold keeps them from
    ///     being coalesced, and those longer than a chunk are cut
    Transfer decide(
            final DescriptorPairs pairs,
            final Peer peer,
            final RegionMap local,
            final RegionMap remote,
            final boolean puttable) {
        final TransferSide source = TransferSide.device(local);
        final TransferSide destination = TransferSide.device(remote);
        final DescriptorPairs pieces = DescriptorSplitter.split(pairs, source, destination);
        return switch (decide(pieces, peer, puttable)) {
            case Transfer.Coalesced coalesced -> coalesced;
            case Transfer.Direct direct ->
                    new Transfer.Direct(
                            DescriptorCoalescer.coalesce(pieces, source, destination),
                            direct.reason());
        };
    }

    private Transfer decide(final DescriptorPairs pairs, final Peer peer, final boolean puttable) {
        final LinkView view = peer == null ? LinkView.UNKNOWN : peer.view();
        final boolean ready = view.takesRequests();
        final GateContext context =
                new GateContext(
                        config.enabled() && available,
                        peer != null && peer.isCapable(),
                        ready,
                        memoryKind,
                        peer == null ? memoryKind : peer.memoryKind());
        final PlanLimits limits = ready ? limits(view) : ownLimits();
        return puttable
                ? Transfer.of(pairs, config.gate(), limits, context)
                : Transfer.of(fitting(pairs, limits.maxPayloadBytes()), ANY, limits, context);
    }

    /// Pieces that fit chunks: cut at every so many bytes of the destinations.
    private static DescriptorPairs fitting(final DescriptorPairs pairs, final long mostBytes) {
        if (pairs.firstLongerThan(mostBytes) < 0) {
            return pairs;
        }
        final long base = pairs.lowestDestination();
        long bytes = 0;
        for (int index = 0; index < pairs.size(); index++) {
            bytes = Math.max(bytes, pairs.destination()[index] - base + pairs.bytes()[index]);
        }
        return DescriptorSplitter.split(
                pairs,
                TransferSide.device(RegionMap.EMPTY),
                TransferSide.device(RegionMap.of(new RegisteredRegion(base, bytes, mostBytes))));
    }

    private PlanLimits limits(final LinkView view) {
        final PlanLimits own = ownLimits();
        final long regionBytes = Math.min(own.maxRegionBytes(), view.maxChunkBytes());
        return new PlanLimits(
                regionBytes,
                Math.min(own.rampBytes(), regionBytes),
                Math.min(own.maxChunks(), view.maxChunks()),
                Math.min(own.maxRuns(), view.maxRuns()));
    }

    private PlanLimits ownLimits() {
        final int runsOfFrame =
                Math.max(1, (config.limits().maxFrameBytes() - FRAME_BYTES) / RUN_BYTES);
        return new PlanLimits(
                config.arena().maxChunkBytes(),
                config.arena().rampBytes(),
                config.limits().maxChunks(),
                Math.min(config.limits().maxRuns(), runsOfFrame));
    }
}
