package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.sim.check.Life;
import dev.bounce.sim.check.TransferRecord;

/// Puts of the direct path: every pair by itself, straight into the receiver's destinations.
final class DirectPath {
    private static final long LATE_PIECES = 3;

    private final Context context;
    private final long[] ordinals;

    DirectPath(final Context context) {
        this.context = context;
        ordinals = new long[context.settings().agents()];
    }

    /// Starts the puts of one transfer towards the life of the peer that is loaded.
    void put(final Agent sender, final Agent receiver, final Effect.DirectPut put) {
        final Life from = sender.life;
        final Life to = sender.loaded[receiver.index()];
        final TransferRecord transfer = from.transfer(put.transferId());
        final long ordinal = ordinals[sender.index()]++;
        final DescriptorPairs pairs = put.pairs();
        final long duration =
                context.settings().latencyNanos()
                        + pairs.size() * 200L
                        + context.dice()
                                .exponential(Topic.DIRECT, sender.index(), ordinal << 4, 2_000)
                        + hold(put, ordinal, sender);
        context.ledger().directMayLand(transfer, true);
        final Memory memory = sender.memory;
        memory.setReading(true);
        final int half = pairs.size() / 2;
        final boolean[] firstLanded = new boolean[1];
        context.queue()
                .after(
                        duration / 2,
                        () -> firstLanded[0] = land(sender, from, receiver, to, pairs, 0, half));
        final int pair = Decisions.pair(sender.index(), receiver.index());
        if (context.faults().strikes(Fault.DIRECT_DIRTY, pair, ordinal)) {
            context.faults().applied(Fault.DIRECT_DIRTY);
            context.harm().strike(put.transferId());
            landLate(sender, from, receiver, to, put, ordinal, duration);
            return;
        }
        context.queue()
                .after(
                        duration,
                        () -> {
                            final boolean landed =
                                    land(sender, from, receiver, to, pairs, half, pairs.size())
                                            && firstLanded[0];
                            context.ledger().directMayLand(transfer, false);
                            memory.setReading(false);
                            end(sender, from, put, landed);
                        });
    }

    /// Where puts may be slow, one that is may outlast every time-out.
    private long hold(final Effect.DirectPut put, final long ordinal, final Agent sender) {
        final long longest = context.settings().directNanos();
        if (longest == 0) {
            return 0;
        }
        context.harm().strike(put.transferId());
        return context.dice()
                .logBetween(Topic.DIRECT, sender.index(), ordinal << 4 | 15, 1, longest);
    }

    /// The end is reported as DIRTY; the second half lands in pieces later on, or never.
    private void landLate(
            final Agent sender,
            final Life from,
            final Agent receiver,
            final Life to,
            final Effect.DirectPut put,
            final long ordinal,
            final long duration) {
        final int half = put.pairs().size() / 2;
        final byte[][] copies = new byte[put.pairs().size()][];
        for (int pair = half; pair < copies.length; pair++) {
            copies[pair] = copyOf(sender.memory, put.pairs(), pair);
        }
        final Memory memory = sender.memory;
        context.queue()
                .after(
                        duration,
                        () -> {
                            memory.setReading(false);
                            end(sender, from, put, false);
                        });
        for (long piece = 0; piece < LATE_PIECES; piece++) {
            final int first = (int) (half + (copies.length - half) * piece / LATE_PIECES);
            final int end = (int) (half + (copies.length - half) * (piece + 1) / LATE_PIECES);
            final long delay =
                    context.dice()
                            .logBetween(
                                    Topic.DIRECT,
                                    sender.index(),
                                    ordinal << 4 | piece + 1,
                                    1_000,
                                    context.settings().lateNanos());
            context.queue()
                    .after(
                            delay,
                            () -> {
                                if (reaches(receiver, to)) {
                                    for (int pair = first; pair < end; pair++) {
                                        place(receiver.memory, put.pairs(), pair, copies[pair]);
                                    }
                                }
                            });
        }
    }

    private boolean land(
            final Agent sender,
            final Life from,
            final Agent receiver,
            final Life to,
            final DescriptorPairs pairs,
            final int first,
            final int end) {
        if (sender.life != from || !reaches(receiver, to) || !sender.memory.hasSources()) {
            return false;
        }
        for (int pair = first; pair < end; pair++) {
            place(receiver.memory, pairs, pair, copyOf(sender.memory, pairs, pair));
        }
        return true;
    }

    /// Whether a put still finds its destination: the life is the same, and the range registered.
    private static boolean reaches(final Agent receiver, final Life life) {
        return life != null && receiver.life == life && receiver.memory.hasDestinations();
    }

    private void end(
            final Agent sender, final Life from, final Effect.DirectPut put, final boolean landed) {
        context.engines()
                .deliver(
                        sender,
                        from,
                        new Event.DirectEnded(
                                put.transferId(),
                                landed ? WriteOutcome.LANDED : WriteOutcome.DIRTY));
    }

    /// The bytes of a pair, `null` where there are none.
    private static byte[] copyOf(final Memory memory, final DescriptorPairs pairs, final int pair) {
        if (!memory.hasBytes()) {
            return null;
        }
        final long address = pairs.source()[pair];
        final byte[] bytes = new byte[(int) pairs.bytes()[pair]];
        System.arraycopy(
                memory.array(address, bytes.length),
                Memory.offset(address),
                bytes,
                0,
                bytes.length);
        return bytes;
    }

    private static void place(
            final Memory memory, final DescriptorPairs pairs, final int pair, final byte[] bytes) {
        if (bytes == null) {
            return;
        }
        final long address = pairs.destination()[pair];
        System.arraycopy(
                bytes,
                0,
                memory.array(address, bytes.length),
                Memory.offset(address),
                bytes.length);
    }
}
