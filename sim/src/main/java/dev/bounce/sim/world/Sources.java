package dev.bounce.sim.world;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.Arrays;

/// What an application does with the sources of a transfer.
final class Sources {
    private Sources() {}

    /// Writes the bytes of an attempt to where they are sent from, unless they are there because
    /// the same was refused before.
    static void fill(final Agent sender, final Attempt attempt) {
        final Slot slot = attempt.slot();
        final boolean isThere = slot.filled == sender.memory && slot.filledKey == attempt.key();
        if (isThere || !sender.memory.hasBytes()) {
            return;
        }
        slot.filled = sender.memory;
        slot.filledKey = attempt.key();
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; index < pairs.size(); index++) {
            final long address = pairs.source()[index];
            final int length = (int) pairs.bytes()[index];
            Pattern.fill(
                    sender.memory.source(), Memory.offset(address), length, attempt.key(index));
        }
    }

    /// When a request resolves nothing reads its source: the application uses it again at once.
    static void reuse(final Agent sender, final Slot slot) {
        slot.filled = null;
        if (!sender.memory.hasBytes()) {
            return;
        }
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; index < pairs.size(); index++) {
            final long address = pairs.source()[index];
            final int length = (int) pairs.bytes()[index];
            final int from = Memory.offset(address);
            Arrays.fill(sender.memory.source(), from, from + length, Pattern.REUSED);
        }
    }
}
