package dev.bounce.sim;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.sim.replay.SimulationTrace;
import dev.bounce.sim.replay.WorldRunner;
import dev.bounce.sim.world.Script;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/// Finds the first line in which two runs of one script differ, and says it in words. The lines are
/// those of a trace: states and steps with a rolling hash, and an end.
final class FirstDifference {
    private static final int LINES_AHEAD = 1_024;
    private static final int BEFORE = 60;
    private static final int AFTER = 120;
    private static final String OVER = "";

    private FirstDifference() {}

    /// Where the lines of the other run come from.
    interface Lines {
        /// The next line, `null` or an empty one at the end.
        String next() throws IOException;
    }

    /// Ends a run from within.
    private static final class Found extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final String words;

        private Found(final String words) {
            super(null, null, false, false);
            this.words = words;
        }
    }

    /// Runs the script and compares with another run.
    ///
    /// @return step, virtual time, agent and actions of the first line that differs, and that part
    ///     of it in both runs; or that none does
    /// @throws IOException if the lines of the other run cannot be had
    static String find(final WorldRunner runner, final Script script, final Lines other)
            throws IOException {
        try {
            SimulationTrace.follow(
                    runner,
                    script,
                    (_, mine) -> {
                        final String theirs = next(other);
                        if (!mine.equals(theirs)) {
                            throw new Found(words(mine, theirs));
                        }
                    });
            return "run once more, no step differs";
        } catch (final Found found) {
            return found.words;
        } catch (final UncheckedIOException failed) {
            throw failed.getCause();
        }
    }

    /// Runs the script twice at the same time in this machine.
    static String ofTwoRuns(final WorldRunner runner, final Script script) {
        final BlockingQueue<String> lines = new ArrayBlockingQueue<>(LINES_AHEAD);
        final Thread second =
                Thread.ofPlatform().daemon().start(() -> follow(runner, script, lines));
        try {
            return find(runner, script, () -> take(lines));
        } catch (final IOException interrupted) {
            return "which step differs is not known: " + interrupted.getMessage();
        } finally {
            second.interrupt();
        }
    }

    private static void follow(
            final WorldRunner runner, final Script script, final BlockingQueue<String> lines) {
        try {
            SimulationTrace.follow(
                    runner,
                    script,
                    (_, line) -> {
                        try {
                            lines.put(line);
                        } catch (final InterruptedException enough) {
                            throw new Found(OVER);
                        }
                    });
            lines.put(OVER);
        } catch (final Found | InterruptedException enough) {
            // The other run has found the difference.
        }
    }

    private static String take(final BlockingQueue<String> lines) throws IOException {
        try {
            return lines.take();
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interrupted);
        }
    }

    private static String next(final Lines lines) {
        try {
            final String line = lines.next();
            return line == null ? OVER : line;
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static String words(final String mine, final String theirs) {
        int same = 0;
        while (same < Math.min(mine.length(), theirs.length())
                && mine.charAt(same) == theirs.charAt(same)) {
            same++;
        }
        return "first differs: "
                + subject(JsonParser.parseString(mine).getAsJsonObject())
                + "; here "
                + part(mine, same)
                + ", there "
                + (theirs.isEmpty() ? "the run has ended" : part(theirs, same));
    }

    private static String subject(final JsonObject line) {
        if (!line.has("n")) {
            return "the end";
        }
        final StringBuilder text = new StringBuilder();
        text.append(line.has("act") ? "step " : "after step ").append(line.get("n").getAsString());
        text.append(" at ").append(line.get("t").getAsString()).append(" ns");
        if (line.has("a")) {
            text.append(" of ").append(line.get("a").getAsString());
        }
        if (line.has("act")) {
            final List<String> actions = new ArrayList<>();
            for (final JsonElement action : line.getAsJsonArray("act")) {
                actions.add(action.getAsString());
            }
            text.append(" (");
            text.append(actions.isEmpty() ? "no action" : String.join(", ", actions)).append(')');
        }
        return text.toString();
    }

    private static String part(final String line, final int same) {
        final int from = Math.max(0, same - BEFORE);
        final int to = Math.min(line.length(), same + AFTER);
        return (from == 0 ? "" : "...")
                + line.substring(from, to)
                + (to < line.length() ? "..." : "");
    }
}
