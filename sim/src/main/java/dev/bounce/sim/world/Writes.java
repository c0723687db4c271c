package dev.bounce.sim.world;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.sim.check.PropertyViolation;
import dev.bounce.sim.check.WriteRecord;

/// What becomes of writes: whole or in pieces, on time, late, or never.
final class Writes {
    private static final int FATE = 0;
    private static final long MOST_PIECES = 8;
    private static final long MICRO = 1_000;
    private static final long MILLI = 1_000_000;

    private final Context context;
    private final long[] ordinals;
    private final Pieces pieces;
    private final WriteEnds ends;
    private long nextUid = 1;

    Writes(final Context context) {
        this.context = context;
        ordinals = new long[Decisions.MOST_AGENTS * Decisions.MOST_AGENTS];
        pieces = new Pieces(context);
        ends = new WriteEnds(context);
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
            ends.later(write, write.draw(context.dice(), FATE, 1, MICRO), WriteOutcome.NEVER);
            return;
        }
        final long longest = 2 * context.settings().link().leaseNanos();
        final long wait =
                faults.strike(Fault.LATE_POST, write.pair(), write.ordinal(), MICRO, longest);
        if (wait > 0) {
            faults.applied(Fault.LATE_POST);
            context.harm().strikeEpoch(write.plane().key());
            final boolean paused = write.detail(context.dice(), 0, 2) == 0;
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
            if (write.detail(context.dice(), 1, 2) == 0) {
                pieces.late(write);
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
            ends.report(write, posted ? WriteOutcome.DIRTY : WriteOutcome.NEVER);
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
            ends.later(write, 1, WriteOutcome.NEVER);
            return;
        }
        final long duration =
                context.settings().latencyNanos()
                        + write.record().bytes() * MILLI / context.settings().writeBytesPerMilli();
        if (!plane.remote.isReachable()) {
            checkAssumption(write);
            context.marks().hit(Mark.POST_AFTER_FENCE);
            ends.later(write, duration, WriteOutcome.DIRTY);
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
            ends.later(write, duration, WriteOutcome.LANDED);
        } else if (faults.strikes(Fault.WRITE_HUNG, write.pair(), write.ordinal())) {
            faults.applied(Fault.WRITE_HUNG);
            context.harm().strikeEpoch(write.plane().key());
            pieces.late(write);
        } else if (late) {
            landDirty(write, duration);
        } else if (faults.strikes(Fault.WRITE_DIRTY, write.pair(), write.ordinal())) {
            faults.applied(Fault.WRITE_DIRTY);
            context.harm().strikeEpoch(write.plane().key());
            landDirty(write, duration);
        } else {
            land(write, duration);
        }
    }

    private void landDirty(final Write write, final long duration) {
        pieces.late(write);
        final long report = write.draw(context.dice(), FATE, duration / 4 + 1, 2 * duration + 1);
        ends.later(write, report, WriteOutcome.DIRTY);
    }

    private void land(final Write write, final long duration) {
        final long count =
                context.faults()
                        .strike(
                                Fault.WRITE_PIECES,
                                write.pair(),
                                write.ordinal(),
                                2,
                                Math.clamp(write.record().bytes(), 2, MOST_PIECES));
        if (count > 0) {
            context.faults().applied(Fault.WRITE_PIECES);
            pieces.until(write, duration, Math.min(count, write.record().bytes()));
            ends.later(write, duration, WriteOutcome.LANDED);
            return;
        }
        final long bytes = write.record().bytes();
        final int plan = write.plan;
        final long first =
                write.detail(context.dice(), 2, 4) == 0
                        ? write.detail(context.dice(), 3, bytes)
                        : 0;
        if (first > 0) {
            context.queue().after(duration / 2, () -> pieces.land(write, plan, 0, first));
        }
        context.queue()
                .after(
                        duration,
                        () -> {
                            if (write.plane().broken && write.detail(context.dice(), 6, 2) == 0) {
                                final long late = context.settings().lateNanos();
                                context.queue()
                                        .after(
                                                write.draw(context.dice(), 7, MICRO, late),
                                                () ->
                                                        pieces.land(
                                                                write, plan, first, bytes - first));
                            } else {
                                pieces.land(write, plan, first, bytes - first);
                            }
                            ends.later(write, 0, WriteOutcome.LANDED);
                        });
    }

    private void tell(final PlaneEnd broken) {
        broken.told = true;
        context.engines()
                .deliver(broken.owner(), broken.life(), new Event.LinkBroken(broken.key()));
    }

    private void breakLink(final Write write, final long duration) {
        if (!context.faults().strikes(Fault.LINK_BROKEN, write.pair(), write.ordinal())) {
            return;
        }
        final boolean atSender = write.detail(context.dice(), 4, 2) == 0;
        final PlaneEnd end = atSender ? write.plane() : write.plane().remote;
        context.queue()
                .after(
                        write.draw(context.dice(), 5, 1, 2 * duration + 1),
                        () -> {
                            if (!end.fenced && !end.broken && end.owner().life == end.life()) {
                                context.faults().applied(Fault.LINK_BROKEN);
                                context.harm().strikeEpoch(end.key());
                                end.broken = true;
                                context.engines()
                                        .whenAwake(end.owner(), end.life(), () -> tell(end));
                            }
                        });
    }
}
