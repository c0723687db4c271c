package dev.bounce.hw;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.hw.copy.CopyEngine;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.hw.plane.PlaneFigures;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Credit;
import dev.bounce.model.wire.ScatterRuns;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/// Parts of an agent that do not end.
final class StubbornParts {
    private StubbornParts() {}

    /// The same agent with another plane and other copies.
    static AgentParts with(final AgentParts parts, final DataPlane plane, final CopyEngine copies) {
        return new AgentParts(
                parts.engine(),
                parts.config(),
                parts.memory(),
                parts.probe(),
                copies,
                plane,
                parts.channel(),
                parts.clock(),
                parts.wakeUp(),
                parts.commands(),
                parts.executor(),
                parts.deliveries());
    }

    /// A plane that works.
    ///
    /// @param closed asked once the plane is closed; its answer is that of the close
    record Plane(DataPlane plane, BooleanSupplier closed) implements DataPlane {
        @Override
        public PlaneKind kind() {
            return plane.kind();
        }

        @Override
        public Blob arenaKey() {
            return plane.arenaKey();
        }

        @Override
        public boolean isDirectOneSided() {
            return plane.isDirectOneSided();
        }

        @Override
        public void open(final Effect.OpenPlane open) {
            plane.open(open);
        }

        @Override
        public void write(final Effect.Write write) {
            plane.write(write);
        }

        @Override
        public void fence(final Effect.Fence fence) {
            plane.fence(fence);
        }

        @Override
        public void directPut(
                final long transferId,
                final String peer,
                final long peerInstance,
                final Blob peerAddress,
                final DescriptorPairs pairs) {
            plane.directPut(transferId, peer, peerInstance, peerAddress, pairs);
        }

        @Override
        public void granted(final PlaneKey key, final List<Credit> credits) {
            plane.granted(key, credits);
        }

        @Override
        public void reclaimed(final long region, final long bytes) {
            plane.reclaimed(region, bytes);
        }

        @Override
        public int poll(final Consumer<Event> events) {
            return plane.poll(events);
        }

        @Override
        public PlaneFigures figures() {
            return plane.figures();
        }

        @Override
        public boolean close() {
            plane.close();
            return closed.getAsBoolean();
        }
    }

    /// Copies whose gathers never end.
    ///
    /// @param begun counted down by each of them
    /// @param stopped counted down when no copy is to be begun any more
    /// @param closed asked once the copies are closed; its answer is that of the close
    record Copies(
            CopyEngine copies, CountDownLatch begun, CountDownLatch stopped, BooleanSupplier closed)
            implements CopyEngine {
        @Override
        public void beginNoMore() {
            stopped.countDown();
        }

        @Override
        public void gather(
                final long copyId,
                final TransferPlan plan,
                final int chunk,
                final long region,
                final SealKey seal) {
            begun.countDown();
        }

        @Override
        public void scatter(
                final long copyId,
                final long region,
                final long bytes,
                final ScatterRuns runs,
                final SealKey seal) {
            copies.scatter(copyId, region, bytes, runs, seal);
        }

        @Override
        public int pollGathers(final Ends ends) {
            return copies.pollGathers(ends);
        }

        @Override
        public int pollScatters(final Ends ends) {
            return copies.pollScatters(ends);
        }

        @Override
        public boolean close() {
            copies.close();
            return closed.getAsBoolean();
        }
    }
}
