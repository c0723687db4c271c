package dev.bounce.spec.conform;

import dev.bounce.engine.Effect;
import dev.bounce.engine.EngineConfig;
import dev.bounce.engine.PlaneKey;
import dev.bounce.engine.RegionState;
import dev.bounce.engine.Snapshot;
import java.util.ArrayList;
import java.util.List;

/// One living agent of a [Pair]: the state of its engine and what its host was asked to do and has
/// not done.
final class Half {
    final EngineConfig config;
    Snapshot state;
    final List<Effect.Gather> gathers = new ArrayList<>();
    final List<Effect.Scatter> scatters = new ArrayList<>();
    final List<Effect.Write> writes = new ArrayList<>();

    /// Planes of the sender's side that are to be made.
    final List<PlaneKey> planes = new ArrayList<>();

    /// Planes that are to be fenced.
    final List<PlaneKey> fences = new ArrayList<>();

    Half(final EngineConfig config, final Snapshot state) {
        this.config = config;
        this.state = state;
    }

    Half copy() {
        final Half copy = new Half(config, state);
        copy.gathers.addAll(gathers);
        copy.scatters.addAll(scatters);
        copy.writes.addAll(writes);
        copy.planes.addAll(planes);
        copy.fences.addAll(fences);
        return copy;
    }

    /// Notes work for the host.
    void ask(final Effect effect) {
        switch (effect) {
            case Effect.Gather gather -> gathers.add(gather);
            case Effect.Scatter scatter -> scatters.add(scatter);
            case Effect.Write write -> writes.add(write);
            case Effect.OpenPlane open -> planes.add(open.plane());
            case Effect.Fence fence -> {
                planes.remove(fence.plane());
                fences.add(fence.plane());
            }
            case Effect.Send _,
                    Effect.DirectPut _,
                    Effect.Resolve _,
                    Effect.Refused _,
                    Effect.Delivered _,
                    Effect.Deregistered _,
                    Effect.Stopped _,
                    Effect.Ignored _ -> {}
        }
    }

    /// The fence that changes nothing in the specification, where it is no step: of a receiver's
    /// epoch of which nothing is quarantined, and of a sender's epoch without DIRTY writes. `null`
    /// if there is none.
    PlaneKey idleFence() {
        for (final PlaneKey plane : fences) {
            final boolean isIdle =
                    switch (plane.side()) {
                        case RECEIVER -> !isQuarantined(plane);
                        case SENDER -> !isDirty(plane);
                    };
            if (isIdle) {
                return plane;
            }
        }
        return null;
    }

    private boolean isQuarantined(final PlaneKey plane) {
        return state.regions().stream()
                .anyMatch(
                        region ->
                                region.state() == RegionState.QUARANTINED
                                        && region.plane().equals(plane));
    }

    private boolean isDirty(final PlaneKey plane) {
        return state.outgoing().stream()
                .filter(link -> link.linkId() == plane.linkId())
                .flatMap(link -> link.closed().stream())
                .anyMatch(epoch -> epoch.epoch() == plane.epoch() && !epoch.clean());
    }
}
