package dev.bounce.hw.bench.serving;

import dev.bounce.hw.bench.BenchException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/// `bench --workload serving`, once its options are read.
public final class ServingCommand {
    private ServingCommand() {}

    /// Runs it and prints what it came to.
    ///
    /// @param isJson one JSON object instead of a table
    /// @throws BenchException if a byte is wrong, it does not end in time, or cannot go on; after
    ///     it was printed, if a request failed that nobody gave up
    public static void run(final ServingPlan plan, final boolean isJson, final PrintWriter out)
            throws BenchException {
        final int requests = plan.settings().requests();
        final ServingReport report =
                ServingRun.run(plan, Plant.NONE, answered -> showProgress(answered, requests));
        out.println(isJson ? report.json() : report.table());
        out.flush();
        if (report.failed() > 0) {
            throw new BenchException(
                    BenchException.FAILED,
                    "%d of %d requests failed; --deadline-millis is %d"
                            .formatted(
                                    report.failed(),
                                    requests,
                                    plan.settings().deadlineNanos()
                                            / ServingOptions.NANOS_PER_MILLI));
        }
    }

    private static void showProgress(final int answered, final int requests) {
        if (System.console() != null && System.console().isTerminal()) {
            final String end = answered == requests ? "\r\033[K" : "";
            System.err.printf("\rbench: %d of %d requests%s", answered, requests, end);
            System.err.flush();
        }
    }

    /// Is the process of a decode worker, which [#run] has started, until its input ends.
    ///
    /// @param index of the worker
    /// @throws BenchException if its input breaks
    public static void serve(final ServingPlan plan, final int index, final PrintWriter out)
            throws BenchException {
        try {
            DecodeServer.run(
                    plan,
                    index,
                    new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)),
                    out);
        } catch (final IOException failure) {
            throw new BenchException(BenchException.FAILED, failure.getMessage());
        }
    }
}
