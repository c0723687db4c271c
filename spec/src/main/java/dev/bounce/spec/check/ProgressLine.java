package dev.bounce.spec.check;

import dev.bounce.spec.tlc.Progress;
import java.io.PrintWriter;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/// One line on a terminal that says how far several runs are. Thread-safe.
final class ProgressLine implements AutoCloseable {
    private static final int COLUMNS = 100;
    private static final double NANOS_PER_SECOND = 1e9;

    private final PrintWriter out;
    private final boolean isShown;
    private final int total;
    private final Map<String, Progress> running = new LinkedHashMap<>();
    private final Map<String, Long> started = new LinkedHashMap<>();
    private int done;

    /// @param isShown whether anybody looks; if not, nothing is printed
    /// @param total how many runs there will be
    ProgressLine(final PrintWriter out, final boolean isShown, final int total) {
        this.out = out;
        this.isShown = isShown;
        this.total = total;
    }

    /// A run begins.
    ///
    /// @return takes its progress
    synchronized Consumer<Progress> start(final String name) {
        started.put(name, System.nanoTime());
        running.put(name, new Progress(0, 0, 0));
        show();
        return progress -> update(name, progress);
    }

    private synchronized void update(final String name, final Progress progress) {
        running.computeIfPresent(name, (_, _) -> progress);
        show();
    }

    /// A run ended.
    synchronized void finish(final String name) {
        running.remove(name);
        done++;
        show();
    }

    private void show() {
        if (!isShown) {
            return;
        }
        final StringBuilder line = new StringBuilder().append(done).append('/').append(total);
        running.forEach((name, progress) -> line.append("  ").append(describe(name, progress)));
        final String cut = line.length() > COLUMNS ? line.substring(0, COLUMNS) : line.toString();
        out.print("\r" + cut + " ".repeat(COLUMNS - cut.length()));
        out.flush();
    }

    private String describe(final String name, final Progress progress) {
        final double seconds = (System.nanoTime() - started.get(name)) / NANOS_PER_SECOND;
        return String.format(
                Locale.ROOT,
                "%s: %,d states, %,d distinct, %,d queued, %,.0f/s",
                name,
                progress.generated(),
                progress.distinct(),
                progress.queued(),
                progress.generated() / Math.max(seconds, 1));
    }

    /// Clears the line.
    @Override
    public synchronized void close() {
        if (isShown) {
            out.print("\r" + " ".repeat(COLUMNS) + "\r");
            out.flush();
        }
    }
}
