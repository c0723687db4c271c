package dev.bounce.sim.world;

import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.Transfer;
import dev.bounce.sim.check.Life;
import java.util.ArrayList;
import java.util.List;

/// One transfer that an application makes: where from, where to, and what its destination must
/// hold. It may be attempted several times, one after the other.
final class Slot {
    private final int index;
    private final int ordinal;
    private final int sender;
    private final int receiver;
    private final Transfer transfer;
    private final DescriptorPairs pairs;
    private final int chunks;
    private final boolean probe;

    /// Attempts that may have written the destination since [#content] was certain.
    final List<Attempt> suspects = new ArrayList<>();

    /// The attempt whose bytes the destination holds for certain, `null` for the poison.
    Attempt content;

    /// The attempt that is not over, `null` if none is.
    Attempt open;

    /// When it was submitted last, or when the core was healed, if that was later.
    long hopelessSinceNanos;

    /// The life of the sender that may submit it, `null` if any may.
    Life senderLife;

    /// The life of the receiver that its destinations are of, `null` if any is.
    Life receiverLife;

    /// Whether its destinations are given back, so that it is not submitted any more and what they
    /// hold is no concern of this slot.
    boolean retired;

    /// Whether it waits to be submitted.
    boolean waiting;

    /// Whether its last submit was refused, so that nothing has happened to its destination since.
    boolean refused;

    /// The memory whose sources hold the bytes of [#filledKey], `null` if none does.
    Memory filled;

    /// Key of the bytes that the sources hold.
    long filledKey;

    /// Attempts made so far.
    int attempts;

    /// @param index in the list of all
    /// @param ordinal among those of its link
    /// @param sender index of the sending agent
    /// @param receiver index of the receiving agent
    /// @param transfer what is submitted
    /// @param pairs what is moved
    /// @param chunks of the plan, 0 if it goes direct
    /// @param probe whether it is submitted only when the world has healed
    Slot(
            final int index,
            final int ordinal,
            final int sender,
            final int receiver,
            final Transfer transfer,
            final DescriptorPairs pairs,
            final int chunks,
            final boolean probe) {
        this.index = index;
        this.ordinal = ordinal;
        this.sender = sender;
        this.receiver = receiver;
        this.transfer = transfer;
        this.pairs = pairs;
        this.chunks = chunks;
        this.probe = probe;
    }

    int index() {
        return index;
    }

    /// Number among those of its link.
    int ordinal() {
        return ordinal;
    }

    /// Key of its decisions: the pair of agents.
    int pair() {
        return Decisions.pair(sender, receiver);
    }

    /// Key of its draws, which does not depend on what other links have.
    long key() {
        return key(sender, receiver, ordinal);
    }

    /// Key of the draws of a transfer.
    static long key(final int sender, final int receiver, final int ordinal) {
        return (long) Decisions.pair(sender, receiver) << 16 | ordinal;
    }

    int sender() {
        return sender;
    }

    int receiver() {
        return receiver;
    }

    Transfer transfer() {
        return transfer;
    }

    DescriptorPairs pairs() {
        return pairs;
    }

    /// Its present attempt in words.
    String describe() {
        return "transfer "
                + (open == null ? 0 : open.uid())
                + " from agent "
                + sender
                + " to agent "
                + receiver
                + (isDirect() ? " (direct)" : "");
    }

    int chunks() {
        return chunks;
    }

    /// Payload of all chunks with its padding, 0 if it goes direct.
    long payloadBytes() {
        return switch (transfer) {
            case Transfer.Coalesced coalesced -> {
                long bytes = 0;
                for (int chunk = 0; chunk < chunks; chunk++) {
                    bytes += coalesced.plan().regionBytes(chunk) - SealKey.OVERHEAD_BYTES;
                }
                yield bytes;
            }
            case Transfer.Direct _ -> 0;
        };
    }

    boolean isDirect() {
        return chunks == 0;
    }

    boolean isProbe() {
        return probe;
    }
}
