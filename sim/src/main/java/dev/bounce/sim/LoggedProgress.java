package dev.bounce.sim;

import dev.bounce.sim.world.SeedResult;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.function.LongSupplier;

/// How far a campaign is, where nobody sits at a terminal: one line a minute in the log of the job.
/// A run of less than a minute says nothing.
final class LoggedProgress {
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long EVERY_NANOS = 60 * NANOS_PER_SECOND;

    private final long seeds;
    private final PrintWriter log;
    private final LongSupplier nanoTime;
    private final long startNanos;
    private long saidNanos;
    private long violations;

    /// @param seeds that are to be run
    /// @param nanoTime of a clock that does not jump
    LoggedProgress(final long seeds, final PrintWriter log, final LongSupplier nanoTime) {
        this.seeds = seeds;
        this.log = log;
        this.nanoTime = nanoTime;
        startNanos = nanoTime.getAsLong();
        saidNanos = startNanos;
    }

    /// A seed has been run.
    ///
    /// @param done seeds that have been run
    void ran(final long done, final SeedResult result) {
        if (result.violation() != null) {
            violations++;
        }
        final long now = nanoTime.getAsLong();
        if (now - saidNanos >= EVERY_NANOS && done < seeds) {
            saidNanos = now;
            log.println(line(done, now - startNanos));
            log.flush();
        }
    }

    private String line(final long done, final long elapsedNanos) {
        final double left = (double) elapsedNanos / done * (seeds - done);
        return String.format(
                Locale.ROOT,
                "bounce sim: %d of %d seeds, %d with violations, about %s left",
                done,
                seeds,
                violations,
                time((long) (left / NANOS_PER_SECOND)));
    }

    private static String time(final long seconds) {
        final long minutes = (seconds + 30) / 60;
        if (minutes == 0) {
            return seconds + " s";
        }
        return minutes < 60 ? minutes + " min" : minutes / 60 + " h " + minutes % 60 + " min";
    }
}
