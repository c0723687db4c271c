package dev.bounce.hw;

import dev.bounce.engine.LinkView;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.GateContext;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.Transfer;

/// Decides for each transfer whether it is coalesced, and plans it. Any thread.
final class Gate {
    /// Bytes of a run in a DATA, and a bound on the rest of its frame.
    private static final int RUN_BYTES = 48;

    private static final int FRAME_BYTES = 1_024;

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

    /// @param peer the receiver, `null` if it is not loaded
    Transfer decide(final DescriptorPairs pairs, final Peer peer) {
        final LinkView view = peer == null ? LinkView.UNKNOWN : peer.view();
        final boolean ready = view.takesRequests();
        final GateContext context =
                new GateContext(
                        config.enabled() && available,
                        peer != null && peer.isCapable(),
                        ready,
                        memoryKind,
                        peer == null ? memoryKind : peer.memoryKind());
        return Transfer.of(pairs, config.gate(), ready ? limits(view) : ownLimits(), context);
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
