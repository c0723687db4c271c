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
    /// @throws BenchException if a byte is wrong, it does not end in time, or cannot go on
    public static void run(final ServingPlan plan, final boolean isJson, final PrintWriter out)
            throws BenchException {
        final ServingReport report = ServingRun.run(plan, Plant.NONE);
        out.println(isJson ? report.json() : report.table());
        out.flush();
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
