package dev.bounce.engine;

import dev.bounce.model.plan.Transfer;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Frame;
import dev.bounce.model.wire.Tag;

/// What the host tells the engine. A kind that is new does not compile until every switch knows it.
public sealed interface Event {

    /// The application submits a transfer.
    ///
    /// @param transferId chosen by the host, unique in this life
    /// @param peer name of the receiver
    /// @param transfer coalesced plan or direct descriptors
    /// @param tag for the receiving application
    record Submit(long transferId, String peer, Transfer transfer, Tag tag) implements Event {}

    /// The application no longer wants a transfer.
    record Cancel(long transferId) implements Event {}

    /// A frame came in.
    ///
    /// @param route the connection it came on; answers go back over it
    record Received(long route, Frame frame) implements Event {}

    /// A gather ended.
    record GatherEnded(long copyId, CopyOutcome outcome) implements Event {}

    /// A write ended, exactly once per [Effect.Write].
    record WriteEnded(long writeId, WriteOutcome outcome) implements Event {}

    /// A scatter ended.
    record ScatterEnded(long copyId, CopyOutcome outcome) implements Event {}

    /// All puts of a direct transfer ended; the outcome is the worst of them.
    record DirectEnded(long transferId, WriteOutcome outcome) implements Event {}

    /// The fence that [Effect.Fence] asked for is there.
    record Fenced(PlaneKey plane, FenceStrength strength) implements Event {}

    /// The application loads the description of a peer. Same instance and route as before: no
    /// effect.
    ///
    /// @param peer its name
    /// @param instance its life
    /// @param route connection to its control endpoint; another endpoint has another route
    record Load(String peer, long instance, long route) implements Event {}

    /// The application forgets a peer: both links of it end.
    record Forget(String peer) implements Event {}

    /// The data plane of an epoch reported an error. None of its later completions counts as
    /// LANDED.
    record LinkBroken(PlaneKey plane) implements Event {}

    /// The data-plane object that [Effect.OpenPlane] asked for is ready (warm-up included).
    ///
    /// @param address how the other side reaches it, empty on the sender's side
    record PlaneOpened(PlaneKey plane, Blob address) implements Event {}

    /// The data-plane object could not be made.
    record PlaneFailed(PlaneKey plane) implements Event {}

    /// A range may be a source and a destination from now on. Ranges never overlap.
    record MemoryRegistered(long base, long length) implements Event {}

    /// The application wants a range back; [Effect.Deregistered] says when.
    record MemoryDeregistered(long base) implements Event {}

    /// The device cannot be trusted any more.
    record DeviceFailed(String cause) implements Event {}

    /// Time has passed. Spurious ticks are legal.
    record Tick() implements Event {}

    /// The agent goes away; [Effect.Stopped] says when all is quiet.
    record Shutdown() implements Event {}
}
