package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.PlaneKey;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Credit;
import java.util.List;
import java.util.function.Consumer;

/// Moves staged chunks into the arenas of peers, and the pairs of direct transfers into their
/// ranges. Called by the reactor thread only; never blocks. Whatever it answers is an [Event] that
/// [#poll] hands out.
///
/// An **object** of a plane stands behind one side of one epoch ([PlaneKey]) and is used for
/// nothing else, so that closing it is the fence of that epoch.
public interface DataPlane {

    /// How its chunks travel.
    PlaneKind kind();

    /// Opaque key with which a peer's plane reaches the arena, part of what OPENED carries.
    Blob arenaKey();

    /// Whether direct puts of peers land without the help of this agent and without its consent
    /// (rule 17).
    boolean isDirectOneSided();

    /// Makes an object; answered by [Event.PlaneOpened] or [Event.PlaneFailed].
    void open(Effect.OpenPlane open);

    /// Writes are about to come: what does them had better be awake then. Takes next to no time if
    /// it is.
    default void expectWrites() {
        // What sleeps wakes up in time, or costs little.
    }

    /// Writes one chunk; answered by [Event.WriteEnded] exactly once. A write of an object that is
    /// not open is NEVER.
    void write(Effect.Write write);

    /// Closes an object; answered by [Event.Fenced] when nothing of it can land any more. A fence
    /// of an object that does not exist is there at once.
    void fence(Effect.Fence fence);

    /// Where peers send direct transfers, part of the description; empty where they need no
    /// address.
    default Blob directAddress() {
        return Blob.EMPTY;
    }

    /// Moves every pair by itself; answered by [Event.DirectEnded]. Nothing is moved unless every
    /// source lies in a range of this agent; nothing is written outside the ranges of the peer.
    ///
    /// @param peerInstance the life of the peer that was loaded
    /// @param peerAddress its [#directAddress]
    void directPut(
            long transferId,
            String peer,
            long peerInstance,
            Blob peerAddress,
            DescriptorPairs pairs);

    /// The peer is being told that it may write these regions. A grant lives until its region is
    /// [#reclaimed], the region is granted anew, or its object is fenced. Repeats do nothing.
    ///
    /// @param plane the receiver's object of the epoch
    default void granted(final PlaneKey plane, final List<Credit> credits) {
        // A plane whose peers write by themselves cannot hold a grant against them.
    }

    /// `[region, region + bytes)` of the arena is about to be read or written by this agent: no
    /// write lands there any more once this returns, where the receiver places the bytes.
    default void reclaimed(final long region, final long bytes) {
        // As above.
    }

    /// Hands out what has happened, in order.
    ///
    /// @return number of events
    int poll(Consumer<Event> events);

    /// What was counted so far. Any thread; values may lag behind by a moment.
    PlaneFigures figures();

    /// Lets nothing more leave or arrive, and waits, bounded, for what is under way.
    ///
    /// @return whether nothing of the plane runs any more; if not, the memory must be kept
    boolean close();
}
