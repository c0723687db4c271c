package dev.bounce.hw.plane;

import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxLoop;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Blob;

/// Moves the pairs of direct transfers, and helps those of peers, on a worker of its own. Made by
/// any thread, then served by the loop.
interface DirectPath extends UcxLoop.Member {
    /// Makes the direct path of an agent.
    @FunctionalInterface
    interface Maker {
        DirectPath make(PlaneContext context, UcxDomain domain);
    }

    /// Where peers reach it, part of the description.
    Blob address();

    /// Starts a transfer, or ends it as NEVER if it cannot. It ends exactly once. Loop only.
    void put(long transferId, Blob peerAddress, DescriptorPairs pairs);

    /// Looks at deadlines. Loop only.
    ///
    /// @return whether something is under way that only a look finds
    boolean tick();

    /// Ends what was under way and closes the worker. When the loop has let go.
    ///
    /// @return false if the worker cannot be closed yet; to be tried again
    boolean close();
}
