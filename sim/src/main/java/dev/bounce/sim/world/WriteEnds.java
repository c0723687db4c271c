package dev.bounce.sim.world;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.sim.check.WriteRecord;

/// Tells engines how their writes have ended, each exactly once.
final class WriteEnds {
    private final Context context;

    WriteEnds(final Context context) {
        this.context = context;
    }

    /// The write ends after a while, as soon as its process looks.
    void later(final Write write, final long nanos, final WriteOutcome outcome) {
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
        // A host looks for errors before it tells what has completed: the engine would believe it.
        final boolean unheard = plane.broken && !plane.told;
        final WriteOutcome outcome =
                planned == WriteOutcome.LANDED && (!landed || unheard)
                        ? WriteOutcome.DIRTY
                        : planned;
        final boolean over = outcome == WriteOutcome.LANDED && !plane.broken;
        if (over || outcome == WriteOutcome.NEVER) {
            context.ledger().releasesStaging(record);
            plane.writes.remove(write);
        }
        report(write, outcome);
    }

    /// Tells the engine how a write has ended, now.
    void report(final Write write, final WriteOutcome outcome) {
        context.engines()
                .deliver(
                        write.plane().owner(),
                        write.plane().life(),
                        new Event.WriteEnded(write.writeId(), outcome));
    }
}
