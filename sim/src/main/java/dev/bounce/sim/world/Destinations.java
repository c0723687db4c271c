package dev.bounce.sim.world;

import dev.bounce.engine.Outcome;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.sim.check.PropertyViolation;
import java.util.Arrays;
import java.util.List;

/// What every destination must hold, byte for byte: the bytes of the last success, or the poison,
/// or, where something failed and may still write, a mixture of what it may be. The bytes between
/// destinations never change.
final class Destinations {
    private final List<Slot> slots;
    private final Agent[] agents;
    private final boolean hasBytes;

    /// Where the destinations of each agent lie, once that was asked for: offset and length.
    private final long[][] spans;

    /// @param hasBytes whether agents have memory that could be looked at
    Destinations(final List<Slot> slots, final Agent[] agents, final boolean hasBytes) {
        this.slots = slots;
        this.agents = agents;
        this.hasBytes = hasBytes;
        spans = new long[agents.length][];
    }

    /// The memory of an agent is new: every destination in it holds the poison, and attempts that
    /// are over never write again.
    void born(final Agent receiver) {
        for (final Slot slot : slots) {
            if (slot.receiver() == receiver.index() && !slot.retired) {
                poison(slot);
                slot.suspects.removeIf(Attempt::isOver);
            }
        }
    }

    /// A slot is about to be submitted once more. After a refusal it is not looked at again.
    void submitting(final Slot slot, final Attempt attempt) {
        if (!slot.refused) {
            check(slot);
        }
        slot.refused = false;
        slot.suspects.add(attempt);
    }

    /// An attempt has ended. With SUCCESS in this life of the receiver its bytes are there,
    /// and stay there.
    ///
    /// @param inThisLife whether its bytes went to the memory that the receiver has now
    void ended(final Attempt attempt, final Outcome outcome, final boolean inThisLife) {
        final Slot slot = attempt.slot();
        if (!inThisLife || slot.retired) {
            slot.suspects.remove(attempt);
            return;
        }
        if (outcome == Outcome.SUCCESS) {
            checkHolds(slot, attempt, "SuccessMeansDelivered");
            slot.content = attempt;
            slot.suspects.clear();
            return;
        }
        if (slot.suspects.stream().allMatch(Attempt::isQuiescent)) {
            check(slot);
            poison(slot);
            slot.suspects.clear();
        }
    }

    /// Whether every byte of the attempt is in place; the receiver's application looks.
    void delivered(final Attempt attempt) {
        checkHolds(attempt.slot(), attempt, "DeliveredMeansDelivered");
    }

    /// Checks every destination of every living agent, and what lies between.
    void checkAll() {
        for (final Slot slot : slots) {
            check(slot);
        }
        for (final Agent agent : agents) {
            if (hasBytes && agent.isAlive()) {
                checkCanaries(agent);
            }
        }
    }

    /// The destinations of a slot begin to be its own: nothing has written them since they were
    /// given back.
    void add(final Slot slot) {
        final Agent receiver = agents[slot.receiver()];
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; hasBytes && index < pairs.size(); index++) {
            final int offset = Memory.offset(pairs.destination()[index]);
            checkCanary(
                    receiver,
                    receiver.memory.destination(),
                    offset,
                    offset + (int) pairs.bytes()[index]);
        }
        slots.add(slot);
        spans[slot.receiver()] = null;
        poison(slot);
    }

    /// The application has the destinations of a slot back: it may not be written any more.
    void retire(final Slot slot) {
        check(slot);
        slot.retired = true;
        spans[slot.receiver()] = null;
        if (!hasBytes) {
            return;
        }
        final byte[] memory = agents[slot.receiver()].memory.destination();
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; index < pairs.size(); index++) {
            final int offset = Memory.offset(pairs.destination()[index]);
            Arrays.fill(memory, offset, offset + (int) pairs.bytes()[index], Pattern.CANARY);
        }
    }

    private void check(final Slot slot) {
        if (hasBytes && agents[slot.receiver()].isAlive() && !slot.retired) {
            if (!slot.suspects.isEmpty()) {
                checkMixture(slot);
            } else if (slot.content != null) {
                checkHolds(slot, slot.content, "SuccessIsFinal");
            } else {
                checkPoison(slot);
            }
        }
    }

    private void checkHolds(final Slot slot, final Attempt attempt, final String property) {
        if (!hasBytes) {
            return;
        }
        final byte[] memory = agents[slot.receiver()].memory.destination();
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; index < pairs.size(); index++) {
            final int offset = Memory.offset(pairs.destination()[index]);
            final int length = (int) pairs.bytes()[index];
            final int wrong = Pattern.mismatch(memory, offset, length, attempt.key(index));
            if (wrong >= 0) {
                throw new PropertyViolation(
                        property,
                        "agent "
                                + slot.receiver()
                                + " transfer "
                                + attempt.uid()
                                + " descriptor "
                                + index
                                + " byte "
                                + wrong
                                + " of "
                                + length
                                + " holds "
                                + describe(slot, index, wrong, memory[offset + wrong])
                                + " instead of its own");
            }
        }
    }

    private void checkPoison(final Slot slot) {
        final byte[] memory = agents[slot.receiver()].memory.destination();
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; index < pairs.size(); index++) {
            final int offset = Memory.offset(pairs.destination()[index]);
            final int length = (int) pairs.bytes()[index];
            final int wrong = Pattern.mismatch(memory, offset, length, Pattern.POISON);
            if (wrong >= 0) {
                throw new PropertyViolation(
                        "ByteExactness",
                        "agent "
                                + slot.receiver()
                                + " destination of slot "
                                + slot.index()
                                + " descriptor "
                                + index
                                + " byte "
                                + wrong
                                + " of "
                                + length
                                + " was written although nothing may write it");
            }
        }
    }

    private void checkMixture(final Slot slot) {
        final byte[] memory = agents[slot.receiver()].memory.destination();
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; index < pairs.size(); index++) {
            final int offset = Memory.offset(pairs.destination()[index]);
            if (isWholly(slot, index, memory, offset, (int) pairs.bytes()[index])) {
                continue;
            }
            for (int at = 0; at < pairs.bytes()[index]; at++) {
                if (!mayHold(slot, index, at, memory[offset + at])) {
                    throw new PropertyViolation(
                            "ByteExactness",
                            "agent "
                                    + slot.receiver()
                                    + " destination of slot "
                                    + slot.index()
                                    + " descriptor "
                                    + index
                                    + " byte "
                                    + at
                                    + " holds "
                                    + memory[offset + at]
                                    + ", which nobody may have written");
                }
            }
        }
    }

    /// Whether all bytes of a descriptor are of one origin, which is the usual case.
    private static boolean isWholly(
            final Slot slot,
            final int index,
            final byte[] memory,
            final int offset,
            final int length) {
        for (final Attempt suspect : slot.suspects) {
            if (Pattern.mismatch(memory, offset, length, suspect.key(index)) < 0) {
                return true;
            }
        }
        return slot.content == null
                ? Pattern.mismatch(memory, offset, length, Pattern.POISON) < 0
                : Pattern.mismatch(memory, offset, length, slot.content.key(index)) < 0;
    }

    private static boolean mayHold(
            final Slot slot, final int index, final int at, final byte value) {
        final byte before =
                slot.content == null ? Pattern.POISON : Pattern.byteOf(slot.content.key(index), at);
        if (value == before) {
            return true;
        }
        for (final Attempt suspect : slot.suspects) {
            if (value == Pattern.byteOf(suspect.key(index), at)) {
                return true;
            }
        }
        return false;
    }

    private void checkCanaries(final Agent agent) {
        final byte[] memory = agent.memory.destination();
        if (spans[agent.index()] == null) {
            spans[agent.index()] = spans(agent);
        }
        int end = 0;
        for (final long span : spans[agent.index()]) {
            final int start = (int) (span >>> 32);
            checkCanary(agent, memory, end, start);
            end = start + (int) span;
        }
        checkCanary(agent, memory, end, memory.length);
    }

    private static void checkCanary(
            final Agent agent, final byte[] memory, final int start, final int end) {
        final int wrong = Pattern.mismatch(memory, start, end - start, Pattern.CANARY);
        if (wrong >= 0) {
            throw new PropertyViolation(
                    "CanariesIntact",
                    agent.name()
                            + " byte "
                            + (start + wrong)
                            + " of the pool is no destination and was written");
        }
    }

    private long[] spans(final Agent agent) {
        long[] found = new long[64];
        int count = 0;
        for (final Slot slot : slots) {
            final DescriptorPairs pairs = slot.pairs();
            final boolean isOwn = slot.receiver() == agent.index() && !slot.retired;
            for (int index = 0; isOwn && index < pairs.size(); index++) {
                if (count == found.length) {
                    found = Arrays.copyOf(found, 2 * count);
                }
                final long offset = Memory.offset(pairs.destination()[index]);
                found[count++] = offset << 32 | pairs.bytes()[index];
            }
        }
        final long[] sorted = Arrays.copyOf(found, count);
        Arrays.sort(sorted);
        return sorted;
    }

    private void poison(final Slot slot) {
        slot.content = null;
        if (!hasBytes) {
            return;
        }
        final byte[] memory = agents[slot.receiver()].memory.destination();
        final DescriptorPairs pairs = slot.pairs();
        for (int index = 0; index < pairs.size(); index++) {
            final int offset = Memory.offset(pairs.destination()[index]);
            Arrays.fill(memory, offset, offset + (int) pairs.bytes()[index], Pattern.POISON);
        }
    }

    private static String describe(
            final Slot slot, final int index, final int at, final byte value) {
        if (value == Pattern.POISON) {
            return "the poison";
        }
        if (slot.content != null && value == Pattern.byteOf(slot.content.key(index), at)) {
            return "bytes of transfer " + slot.content.uid();
        }
        for (final Attempt suspect : slot.suspects) {
            if (value == Pattern.byteOf(suspect.key(index), at)) {
                return "bytes of transfer " + suspect.uid();
            }
        }
        return "byte " + value;
    }
}
