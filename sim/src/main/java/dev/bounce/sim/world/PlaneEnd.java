package dev.bounce.sim.world;

import dev.bounce.engine.PlaneKey;
import dev.bounce.sim.check.Life;
import java.util.ArrayList;
import java.util.List;

/// One side's data-plane object of one epoch.
final class PlaneEnd {
    private final long uid;
    private final Agent owner;
    private final Life life;
    private final PlaneKey key;

    /// Writes that were asked for and are not over here: at the sender those that run or need their
    /// staging, at the receiver those that may still land.
    final List<Write> writes = new ArrayList<>();

    /// The receiver's object; `null` at the receiver.
    PlaneEnd remote;

    /// When the answer to its opening is due, in world time.
    long answeredAtNanos;

    /// Whether it was made.
    boolean open;

    /// Whether it has broken: no later completion counts as LANDED.
    boolean broken;

    /// Whether its engine has heard so, which a process that stands still does later.
    boolean told;

    /// Whether its fence is there.
    boolean fenced;

    PlaneEnd(final long uid, final Agent owner, final PlaneKey key) {
        this.uid = uid;
        this.owner = owner;
        this.life = owner.life;
        this.key = key;
    }

    long uid() {
        return uid;
    }

    Agent owner() {
        return owner;
    }

    Life life() {
        return life;
    }

    PlaneKey key() {
        return key;
    }

    /// Whether a write to this end can land.
    boolean isReachable() {
        return open && !fenced && owner.life == life;
    }
}
