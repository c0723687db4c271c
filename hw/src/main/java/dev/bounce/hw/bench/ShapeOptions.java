package dev.bounce.hw.bench;

import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Options that say who takes part in a benchmark at a time.
final class ShapeOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--senders",
            paramLabel = "N",
            defaultValue = "1",
            description = "The first senders of the workload, so many at a time. Default: 1.")
    private int senders;

    @Option(
            names = "--receivers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Receivers of those that are served at a time. Default: 1.")
    private int receivers;

    @Option(
            names = "--in-flight",
            paramLabel = "N",
            defaultValue = "1",
            description = "Requests of a sender to a receiver under way at a time. Default: 1.")
    private int inFlight;

    @Option(
            names = "--batch",
            paramLabel = "N",
            defaultValue = "0",
            description = {
                "Requests of each sender to each receiver in a round. Default: as many as in",
                "flight."
            })
    private int batch;

    /// The shape.
    ///
    /// @param workload that has to have so many senders and receivers
    /// @throws ParameterException if a value is too small or too large
    BenchShape shape(final Workload workload) {
        requireRange("--senders", senders, 1, Integer.MAX_VALUE, "");
        requireRange("--receivers", receivers, 1, Integer.MAX_VALUE, "");
        requireRange("--in-flight", inFlight, 1, Integer.MAX_VALUE, "");
        final int requests = batch == 0 ? inFlight : batch;
        requireRange("--batch", requests, inFlight, Integer.MAX_VALUE, "");
        final List<RankPair> pairs =
                workload.pairs().stream().filter(pair -> pair.sender() < senders).toList();
        final List<Integer> served =
                pairs.stream().map(RankPair::receiver).distinct().limit(receivers).toList();
        requireRange(
                "--receivers",
                receivers,
                1,
                served.size(),
                ": so many receivers are served in " + workload.name());
        final long sending =
                pairs.stream()
                        .filter(pair -> served.contains(pair.receiver()))
                        .map(RankPair::sender)
                        .distinct()
                        .count();
        requireRange(
                "--senders",
                senders,
                1,
                sending,
                ": so many of the first senders of %s send to the first %d receivers"
                        .formatted(workload.name(), receivers));
        return new BenchShape(senders, receivers, inFlight, requests);
    }

    private void requireRange(
            final String option,
            final int value,
            final long least,
            final long most,
            final String why) {
        if (value < least) {
            throw new ParameterException(
                    command.commandLine(), "%s %d is below %d".formatted(option, value, least));
        }
        if (value > most) {
            throw new ParameterException(
                    command.commandLine(),
                    "%s %d is above %d%s".formatted(option, value, most, why));
        }
    }
}
