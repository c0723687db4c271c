package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/// Stands for the plane of an agent whose memory nothing on this machine reaches: no link opens, no
/// transfer is begun.
public final class OfflinePlane implements DataPlane {
    private final PlaneKind kind;
    private final PlaneCounters counters = new PlaneCounters();
    private final Queue<Event> happened = new ArrayDeque<>();

    /// @param kind that could not be had
    public OfflinePlane(final PlaneKind kind) {
        this.kind = kind;
    }

    @Override
    public PlaneKind kind() {
        return kind;
    }

    @Override
    public Blob arenaKey() {
        return Blob.EMPTY;
    }

    @Override
    public boolean isDirectOneSided() {
        return false;
    }

    @Override
    public void open(final Effect.OpenPlane open) {
        happened.add(new Event.PlaneFailed(open.plane()));
    }

    @Override
    public void write(final Effect.Write write) {
        happened.add(new Event.WriteEnded(write.writeId(), WriteOutcome.NEVER));
    }

    @Override
    public void fence(final Effect.Fence fence) {
        counters.fenced(true);
        happened.add(new Event.Fenced(fence.plane(), FenceStrength.PROVEN));
    }

    @Override
    public void directPut(
            final long transferId,
            final String peer,
            final long peerInstance,
            final Blob peerAddress,
            final DescriptorPairs pairs) {
        happened.add(new Event.DirectEnded(transferId, WriteOutcome.NEVER));
    }

    @Override
    public int poll(final Consumer<Event> events) {
        int count = 0;
        for (Event event = happened.poll(); event != null; event = happened.poll()) {
            events.accept(event);
            count++;
        }
        return count;
    }

    @Override
    public PlaneFigures figures() {
        return counters.figures();
    }

    @Override
    public boolean close() {
        happened.clear();
        return true;
    }
}
