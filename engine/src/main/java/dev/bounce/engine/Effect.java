package dev.bounce.engine;

import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.Body;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.ScatterRuns;
import dev.bounce.model.wire.Tag;

/// What the engine asks of the host, to be done in the order of the list.
public sealed interface Effect {

    /// Send a frame. May be lost, never blocks.
    record Send(long route, Frame frame) implements Effect {}

    /// Gather one chunk of `plan` into the arena and seal it; answered by [Event.GatherEnded].
    ///
    /// @param copyId names this copy
    /// @param transferId of the submit
    /// @param region arena offset
    record Gather(
            long copyId, long transferId, TransferPlan plan, int chunk, long region, SealKey seal)
            implements Effect {}

    /// Write staged bytes into the peer's arena; answered by [Event.WriteEnded] exactly once.
    ///
    /// @param writeId names this write
    /// @param plane the sender's object of the epoch
    /// @param sourceRegion arena offset here
    /// @param bytes to write
    /// @param grantId of the credit
    /// @param targetRegion arena offset there
    /// @param targetAddress address there
    /// @param notAfterNanos on this engine's clock; a post that would be later must not happen
    ///     (answer NEVER), a post found to be later is DIRTY
    record Write(
            long writeId,
            PlaneKey plane,
            long sourceRegion,
            long bytes,
            long grantId,
            long targetRegion,
            long targetAddress,
            long notAfterNanos)
            implements Effect {}

    /// Check the seal, then scatter a region; answered by [Event.ScatterEnded].
    ///
    /// @param copyId names this copy
    /// @param region arena offset
    /// @param bytes written by the sender, seal included
    record Scatter(long copyId, long region, long bytes, ScatterRuns runs, SealKey seal)
            implements Effect {}

    /// Move every pair by itself; answered by [Event.DirectEnded].
    record DirectPut(long transferId, String peer, DescriptorPairs pairs) implements Effect {}

    /// Make the data-plane object of an epoch; answered by [Event.PlaneOpened] or
    /// [Event.PlaneFailed].
    ///
    /// @param peer name of the other agent
    /// @param remote the receiver's arena as it described it, `null` on the receiver's side
    record OpenPlane(PlaneKey plane, String peer, Body.ArenaAccess remote) implements Effect {}

    /// Close the data-plane object of an epoch and fence it; answered by [Event.Fenced] when
    /// nothing of it can land any more, or never. An object that could not be made is fenced at
    /// once.
    ///
    /// @param peer name of the other agent
    /// @param notBeforeNanos earliest end of an ASSUMED fence by the lease, before T is added
    record Fence(PlaneKey plane, String peer, long notBeforeNanos) implements Effect {}

    /// A transfer is over: exactly once per accepted submit.
    ///
    /// @param epoch and `rid`: where it ran, 0 if its WANT never left or it went direct
    /// @param outcome what the caller is told
    /// @param delivered every byte is known to be in its destination
    /// @param quiescent nothing of this (link, epoch, rid) will write its destination. Without it
    ///     the puts of a direct transfer may still run: its sources stay in use, and the range that
    ///     holds them is not given back ([Deregistered]) before the puts have ended
    record Resolve(
            long transferId,
            long epoch,
            long rid,
            Outcome outcome,
            boolean delivered,
            boolean quiescent)
            implements Effect {}

    /// A submit or another command is refused; nothing was done.
    record Refused(long transferId, Refusal reason) implements Effect {}

    /// Every chunk of a flow has landed.
    ///
    /// @param peer name of the sender
    /// @param payloadBytes sum over its chunks, padding between pieces counted in
    record Delivered(String peer, long epoch, long rid, Tag tag, long payloadBytes)
            implements Effect {}

    /// Nothing touches the range any more.
    record Deregistered(long base) implements Effect {}

    /// Every transfer is resolved and every link is closed.
    record Stopped() implements Effect {}

    /// An input had no effect. Counted under its reason.
    record Ignored(IgnoreReason reason) implements Effect {}
}
