package dev.bounce.sim.world;

import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.TransferRecord;

/// One submit of a [Slot].
final class Attempt {
    private final long uid;
    private final Slot slot;
    private final Life sender;
    private final Life receiver;
    private final TransferRecord record;
    private final long key;
    private final long submittedNanos;
    private boolean quiescent;
    private boolean over;

    /// @param uid unique in the run, from 1; the transferId and the tag
    /// @param slot what is moved
    /// @param sender life that submits
    /// @param receiver life whose description is loaded there; direct puts go to no other
    /// @param record the world's account of it
    /// @param key of the bytes it moves
    /// @param submittedNanos when, in world time
    Attempt(
            final long uid,
            final Slot slot,
            final Life sender,
            final Life receiver,
            final TransferRecord record,
            final long key,
            final long submittedNanos) {
        this.uid = uid;
        this.slot = slot;
        this.sender = sender;
        this.receiver = receiver;
        this.record = record;
        this.key = key;
        this.submittedNanos = submittedNanos;
    }

    long uid() {
        return uid;
    }

    Slot slot() {
        return slot;
    }

    Life sender() {
        return sender;
    }

    Life receiver() {
        return receiver;
    }

    TransferRecord record() {
        return record;
    }

    /// When it was submitted, in world time.
    long submittedNanos() {
        return submittedNanos;
    }

    /// What the keys of its descriptors are made of.
    long key() {
        return key;
    }

    /// The key of the bytes of one descriptor.
    long key(final int descriptor) {
        return Dice.scramble(key + descriptor);
    }

    /// Whether it will never write its destination any more.
    boolean isQuiescent() {
        return quiescent;
    }

    boolean isOver() {
        return over;
    }

    void end(final boolean isQuiescent) {
        over = true;
        quiescent = isQuiescent;
    }
}
