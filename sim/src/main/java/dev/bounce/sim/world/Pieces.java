package dev.bounce.sim.world;

import dev.bounce.engine.RegionState;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.check.WriteRecord;

/// Moves the bytes of writes into the memory of their receivers, in pieces that come in any order.
final class Pieces {
    private static final int PIECES = 1;
    private static final long MICRO = 1_000;

    private final Context context;

    Pieces(final Context context) {
        this.context = context;
    }

    /// Every piece comes at any time before the write completes.
    void until(final Write write, final long duration, final long pieces) {
        final int plan = write.plan;
        final long bytes = write.record().bytes();
        for (long piece = 0; piece < pieces; piece++) {
            final long from = bytes * piece / pieces;
            final long end = bytes * (piece + 1) / pieces;
            final long delay = write.detail(context.dice(), 100 + piece, duration);
            context.queue().after(delay, () -> land(write, plan, from, end - from));
        }
    }

    /// Pieces at any time and in any order; some never come.
    void late(final Write write) {
        final int plan = ++write.plan;
        final long pieces = 1 + write.detail(context.dice(), PIECES, 4);
        final long bytes = write.record().bytes();
        long start = 0;
        for (long piece = 0; piece < pieces; piece++) {
            final long end = bytes * (piece + 1) / pieces;
            final long from = start;
            if (write.detail(context.dice(), 10 + 2 * piece, 5) > 0) {
                final long delay =
                        write.draw(
                                context.dice(),
                                (int) (11 + 2 * piece),
                                MICRO,
                                context.settings().lateNanos());
                context.queue().after(delay, () -> land(write, plan, from, end - from));
            }
            start = end;
        }
    }

    /// Bytes of a write land, unless they were planned anew or can land no more.
    void land(final Write write, final int plan, final long offset, final long length) {
        final WriteRecord record = write.record();
        if (plan != write.plan || !record.canLand() || length == 0) {
            return;
        }
        if (context.detail().bytes()) {
            move(write, offset, length);
        }
        if (offset < write.landedEnd) {
            context.marks().hit(Mark.PIECES_OUT_OF_ORDER);
        }
        write.landedEnd = Math.max(write.landedEnd, offset + length);
        write.landedBytes += length;
        context.ledger().pieceLanded(record, offset, length);
        if (write.landedBytes == record.bytes()) {
            context.ledger().landedWhole(record);
            write.plane().remote.writes.remove(write);
        }
        markLateLanding(write);
    }

    private static void move(final Write write, final long offset, final long length) {
        final WriteRecord record = write.record();
        final boolean taken = write.snapshot != null;
        System.arraycopy(
                taken ? write.snapshot : write.plane().owner().memory.arena(),
                (int) (taken ? offset : record.sourceRegion() + offset),
                write.plane().remote.owner().memory.arena(),
                (int) (record.targetRegion() + offset),
                (int) length);
    }

    private void markLateLanding(final Write write) {
        if (!write.ended) {
            return;
        }
        final AgentView view = context.ledger().life(write.record().receiver()).view();
        final int region = view.at(write.record().targetRegion());
        final boolean hit = region >= 0 && view.state(region) == RegionState.QUARANTINED;
        if (write.zombie) {
            context.marks().hit(Mark.ZOMBIE_WRITE_LANDED);
        }
        if (hit) {
            context.marks()
                    .hit(
                            write.zombie
                                    ? Mark.ZOMBIE_WRITE_HIT_QUARANTINE
                                    : Mark.DIRTY_WRITE_HIT_QUARANTINE);
        }
    }
}
