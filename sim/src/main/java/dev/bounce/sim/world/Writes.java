package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.RegionState;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.sim.check.AgentView;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.check.WriteRecord;

/// Moves the bytes of writes: whole or in pieces, on time, late, or never.
final class Writes {
    private static final int FATE = 0;
    private static final int PIECES = 1;
    private static final long MOST_PIECES = 8;
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final Context context;
    private final long[] ordinals;
    private long nextUid = 1;

    Writes(final Context context) {
        this.context = context;
        ordinals = new long[Decisions.MOST_AGENTS * Decisions.MOST_AGENTS];
    }

    /// Takes a write from an engine.
    void start(final Agent sender, final PlaneEnd plane, final Effect.Write effect) {
        final Agent receiver = plane.remote.owner();
        final int pair = Decisions.pair(sender.index(), receiver.index());
        final WriteRecord record =
                new WriteRecord(
                        nextUid++,
                        sender.index(),
                        receiver.index(),
                        effect.plane(),
                        effect.sourceRegion(),
                        effect.targetAddress() - Memory.arenaBase(receiver.index()),
                        effect.bytes(),
                        effect.grantId());
        final Write write =
                new Write(
                        record,
                        effect.writeId(),
                        effect.notAfterNanos(),
                        plane,
                        pair,
                        ordinals[pair]++);
        plane.writes.add(write);
        context.ledger().writeAccepted(record);
        prepare(write);
    }

    private void prepare(final Write write) {
        final FaultPlan faults = context.faults();
        if (faults.strikes(Fault.WRITE_NEVER, write.pair(), write.ordinal())) {
            faults.applied(Fault.WRITE_NEVER);
            endLater(write, draw(write, FATE, 1, MICRO), WriteOutcome.NEVER);
            return;
        }
        final long longest = 2 * context.settings().link().leaseNanos();
        final long wait =
                faults.strike(Fault.LATE_POST, write.pair(), write.ordinal(), MICRO, longest);
        if (wait > 0) {
            faults.applied(Fault.LATE_POST);
            final boolean paused = detail(write, 0, 2) == 0;
            final PlaneEnd plane = write.plane();
            context.queue()
                    .after(
                            wait,
                            () ->
                                    context.engines()
                                            .whenAwake(
                                                    plane.owner(),
                                                    plane.life(),
                                                    () -> post(write, paused)));
        } else {
            post(write, false);
        }
    }

    /// The process dies: what was posted may land later, from the network's own copy.
    void orphan(final Write write) {
        write.ended = true;
        write.zombie = true;
        if (write.record().canLand()) {
            write.takeSnapshot();
            if (detail(write, 1, 2) == 0) {
                planLatePieces(write);
            }
        }
    }

    /// The sender's fence: what is under way has left the staging region.
    void stopReading(final Write write) {
        final boolean posted = write.record().canLand() || write.record().isWhole();
        write.takeSnapshot();
        context.ledger().releasesStaging(write.record());
        if (!write.ended) {
            write.ended = true;
            report(write, posted ? WriteOutcome.DIRTY : WriteOutcome.NEVER);
        }
    }

    /// The receiver's fence: nothing more of it lands.
    void stopLanding(final Write write) {
        if (write.landedBytes > 0 && write.record().canLand()) {
            context.marks().hit(Mark.FENCE_CUT_WRITE);
        }
        context.ledger().cannotLand(write.record());
        write.plane().remote.writes.remove(write);
    }

    /// @param paused whether the writer looked at the clock before its pause and not after it
    private void post(final Write write, final boolean paused) {
        final PlaneEnd plane = write.plane();
        if (write.ended || plane.fenced || plane.owner().life != plane.life()) {
            return;
        }
        final boolean late = isPast(write, write.notAfterNanos());
        if (late && (!paused || isTooLate(write))) {
            context.marks().hit(Mark.CREDIT_EXPIRED_BEFORE_POST);
            endLater(write, 1, WriteOutcome.NEVER);
            return;
        }
        final long duration =
                context.settings().latencyNanos()
                        + write.record().bytes() * MILLI / context.settings().writeBytesPerMilli();
        if (!plane.remote.isReachable()) {
            checkAssumption(write);
            context.marks().hit(Mark.POST_AFTER_FENCE);
            endLater(write, duration, WriteOutcome.DIRTY);
            return;
        }
        context.ledger().writePosted(write.record());
        context.checkers().onPost(write.record());
        plane.remote.writes.add(write);
        limit(write);
        fly(write, duration, late);
        breakLink(write, duration);
    }

    private boolean isPast(final Write write, final long clockNanos) {
        return write.plane().owner().clock(context.queue().nowNanos()) > clockNanos;
    }

    /// Whether assumption A5 rules out that the write is posted now.
    private boolean isTooLate(final Write write) {
        return context.settings().assumedNanos() > 0 && isPast(write, lastLanding(write));
    }

    /// The last moment of the sender's clock at which a write lands where fences are ASSUMED.
    private long lastLanding(final Write write) {
        return write.notAfterNanos() + context.settings().assumedNanos() * 98 / 100;
    }

    /// Where fences are ASSUMED time ends every write.
    private void limit(final Write write) {
        if (context.settings().assumedNanos() > 0) {
            final long last = write.plane().owner().worldTime(lastLanding(write));
            context.queue().at(last, () -> stopLanding(write));
        }
    }

    /// Where fences are ASSUMED a fence keeps nothing from landing: no write may come after it.
    private void checkAssumption(final Write write) {
        final PlaneEnd remote = write.plane().remote;
        if (context.settings().assumedNanos() > 0
                && remote.fenced
                && remote.owner().life == remote.life()) {
            throw new PropertyViolation(
                    "FencedIsFinal", write.record() + " is posted after the fence of its receiver");
        }
    }

    private void fly(final Write write, final long duration, final boolean late) {
        final FaultPlan faults = context.faults();
        if (faults.strikes(Fault.FALSE_LANDING, write.pair(), write.ordinal())) {
            faults.applied(Fault.FALSE_LANDING);
            write.record().lie();
            stopLanding(write);
            endLater(write, duration, WriteOutcome.LANDED);
        } else if (faults.strikes(Fault.WRITE_HUNG, write.pair(), write.ordinal())) {
            faults.applied(Fault.WRITE_HUNG);
            planLatePieces(write);
        } else if (late) {
            landDirty(write, duration);
        } else if (faults.strikes(Fault.WRITE_DIRTY, write.pair(), write.ordinal())) {
            faults.applied(Fault.WRITE_DIRTY);
            landDirty(write, duration);
        } else {
            land(write, duration);
        }
    }

    private void landDirty(final Write write, final long duration) {
        planLatePieces(write);
        final long report = draw(write, FATE, duration / 4 + 1, 2 * duration + 1);
        endLater(write, report, WriteOutcome.DIRTY);
    }

    private void land(final Write write, final long duration) {
        final long pieces =
                context.faults()
                        .strike(
                                Fault.WRITE_PIECES,
                                write.pair(),
                                write.ordinal(),
                                2,
                                Math.clamp(write.record().bytes(), 2, MOST_PIECES));
        if (pieces > 0) {
            context.faults().applied(Fault.WRITE_PIECES);
            landInPieces(write, duration, Math.min(pieces, write.record().bytes()));
            return;
        }
        final long bytes = write.record().bytes();
        final int plan = write.plan;
        final long first = detail(write, 2, 4) == 0 ? detail(write, 3, bytes) : 0;
        if (first > 0) {
            context.queue().after(duration / 2, () -> landPiece(write, plan, 0, first));
        }
        context.queue()
                .after(
                        duration,
                        () -> {
                            if (write.plane().broken && detail(write, 6, 2) == 0) {
                                final long late = context.settings().lateNanos();
                                context.queue()
                                        .after(
                                                draw(write, 7, MICRO, late),
                                                () -> landPiece(write, plan, first, bytes - first));
                            } else {
                                landPiece(write, plan, first, bytes - first);
                            }
                            endLater(write, 0, WriteOutcome.LANDED);
                        });
    }

    /// Every piece comes at any time before the write completes.
    private void landInPieces(final Write write, final long duration, final long pieces) {
        final int plan = write.plan;
        final long bytes = write.record().bytes();
        for (long piece = 0; piece < pieces; piece++) {
            final long from = bytes * piece / pieces;
            final long end = bytes * (piece + 1) / pieces;
            final long delay = detail(write, 100 + piece, duration);
            context.queue().after(delay, () -> landPiece(write, plan, from, end - from));
        }
        endLater(write, duration, WriteOutcome.LANDED);
    }

    /// Pieces at any time and in any order; some never come.
    private void planLatePieces(final Write write) {
        final int plan = ++write.plan;
        final long pieces =
                context.dice().between(Topic.WRITE, write.pair(), key(write, PIECES), 1, 4);
        final long bytes = write.record().bytes();
        long start = 0;
        for (long piece = 0; piece < pieces; piece++) {
            final long end = bytes * (piece + 1) / pieces;
            final long from = start;
            if (detail(write, 10 + 2 * piece, 5) > 0) {
                final long delay =
                        draw(write, (int) (11 + 2 * piece), MICRO, context.settings().lateNanos());
                context.queue().after(delay, () -> landPiece(write, plan, from, end - from));
            }
            start = end;
        }
    }

    private void landPiece(
            final Write write, final int plan, final long offset, final long length) {
        final WriteRecord record = write.record();
        if (plan != write.plan || !record.canLand() || length == 0) {
            return;
        }
        final byte[] arena = write.plane().remote.owner().memory.arena();
        final boolean taken = write.snapshot != null;
        System.arraycopy(
                taken ? write.snapshot : write.plane().owner().memory.arena(),
                (int) (taken ? offset : record.sourceRegion() + offset),
                arena,
                (int) (record.targetRegion() + offset),
                (int) length);
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

    private void breakLink(final Write write, final long duration) {
        if (!context.faults().strikes(Fault.LINK_BROKEN, write.pair(), write.ordinal())) {
            return;
        }
        final boolean atSender = detail(write, 4, 2) == 0;
        final PlaneEnd end = atSender ? write.plane() : write.plane().remote;
        context.queue()
                .after(
                        draw(write, 5, 1, 2 * duration + 1),
                        () -> {
                            if (!end.fenced && !end.broken && end.owner().life == end.life()) {
                                context.faults().applied(Fault.LINK_BROKEN);
                                end.broken = true;
                                context.engines()
                                        .deliver(
                                                end.owner(),
                                                end.life(),
                                                new Event.LinkBroken(end.key()));
                            }
                        });
    }

    /// The write ends after a while, as soon as its process looks.
    private void endLater(final Write write, final long nanos, final WriteOutcome outcome) {
        final PlaneEnd plane = write.plane();
        context.queue()
                .after(
                        nanos,
                        () ->
                                context.engines()
                                        .whenAwake(
                                                plane.owner(),
                                                plane.life(),
                                                () -> end(write, outcome)));
    }

    private void end(final Write write, final WriteOutcome planned) {
        final PlaneEnd plane = write.plane();
        if (write.ended) {
            return;
        }
        write.ended = true;
        final WriteRecord record = write.record();
        // A broken plane may say anything of what completes: the engine must not believe it.
        final boolean landed = record.isWhole() || record.isLie() || plane.broken;
        final WriteOutcome outcome =
                planned == WriteOutcome.LANDED && !landed ? WriteOutcome.DIRTY : planned;
        final boolean over = outcome == WriteOutcome.LANDED && !plane.broken;
        if (over || outcome == WriteOutcome.NEVER) {
            context.ledger().releasesStaging(record);
            plane.writes.remove(write);
        }
        report(write, outcome);
    }

    private void report(final Write write, final WriteOutcome outcome) {
        context.engines()
                .deliver(
                        write.plane().owner(),
                        write.plane().life(),
                        new Event.WriteEnded(write.writeId(), outcome));
    }

    private long detail(final Write write, final long which, final long bound) {
        return context.dice().below(Topic.WRITE, write.pair(), key(write, which), bound);
    }

    private long draw(final Write write, final int which, final long low, final long high) {
        return context.dice().logBetween(Topic.WRITE, write.pair(), key(write, which), low, high);
    }

    private static long key(final Write write, final long which) {
        return write.ordinal() << 8 | which;
    }
}
