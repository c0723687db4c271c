package dev.bounce.hw.bench;

import dev.bounce.model.workload.Workload;
import dev.bounce.model.workload.WorkloadPresets;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Options that say what is moved.
final class WorkloadOptions {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec command;

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            defaultValue = WorkloadPresets.HEADLINE,
            description = "What is moved. Default: ${DEFAULT-VALUE}.")
    private String workload;

    @Option(
            names = "--blocks",
            paramLabel = "N",
            defaultValue = "0",
            description = "Make it smaller: so many blocks, with --layers.")
    private int blocks;

    @Option(
            names = "--layers",
            paramLabel = "N",
            defaultValue = "0",
            description = "Make it smaller: so many layers, with --blocks.")
    private int layers;

    /// The name that was given.
    String name() {
        return workload;
    }

    /// The workload.
    ///
    /// @throws ParameterException if there is none of that name or size
    Workload find() {
        final Workload found =
                WorkloadPresets.named(workload)
                        .or(() -> SweepWorkloads.named(workload))
                        .orElseThrow(() -> mistake(unknown()));
        if (blocks == 0 && layers == 0) {
            return found;
        }
        try {
            return found.scaled(
                    blocks, layers, found.blockTokens(), (int) found.shape().headBytes());
        } catch (final IllegalArgumentException impossible) {
            throw mistake(
                    "--blocks %d --layers %d: %s"
                            .formatted(blocks, layers, impossible.getMessage()));
        }
    }

    private String unknown() {
        return "unknown workload '%s'; there are: %s"
                .formatted(workload, String.join(", ", WorkloadPresets.names()));
    }

    /// The same options, for another process.
    List<String> arguments() {
        final List<String> line = new ArrayList<>(List.of("--workload=" + workload));
        if (blocks != 0 || layers != 0) {
            line.add("--blocks=" + blocks);
            line.add("--layers=" + layers);
        }
        return line;
    }

    private ParameterException mistake(final String message) {
        return new ParameterException(command.commandLine(), message);
    }
}
