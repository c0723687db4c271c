package dev.bounce.sim.check;

import dev.bounce.engine.PlaneKey;
import dev.bounce.model.wire.Header;

/// One request as both of its ends name it.
///
/// @param linkId the link
/// @param senderInstance life of the sender
/// @param epoch of the link
/// @param rid within the epoch
public record FlowKey(long linkId, long senderInstance, long epoch, long rid) {
    /// The request that a message is about.
    public static FlowKey of(final Header header) {
        return new FlowKey(header.linkId(), header.senderInstance(), header.epoch(), header.rid());
    }

    /// The request `rid` of an epoch.
    public static FlowKey of(final PlaneKey plane, final long rid) {
        return new FlowKey(plane.linkId(), plane.instance(), plane.epoch(), rid);
    }

    /// The epoch itself, which is rid 0.
    public FlowKey epochKey() {
        return rid == 0 ? this : new FlowKey(linkId, senderInstance, epoch, 0);
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof FlowKey key
                && rid == key.rid
                && epoch == key.epoch
                && linkId == key.linkId
                && senderInstance == key.senderInstance;
    }

    @Override
    public int hashCode() {
        return Long.hashCode(31 * (31 * (linkId ^ senderInstance) + epoch) + rid);
    }
}
