package dev.bounce.sim;

import dev.bounce.model.config.ResolvedConfig;
import java.io.PrintWriter;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/// `bounce config`: shows what is in force, where each value comes from, and what follows from it.
@Command(
        name = "config",
        description = {
            "Shows every value in force, where it comes from, and what follows from it.",
            "Values that were clamped are marked."
        },
        footer = {
            "",
            "examples:",
            "  ./bounce config -D arena.size=64MiB",
            "  BOUNCE_LINK_LEASE=20s ./bounce config --json"
        })
final class ConfigCommand implements Callable<Integer> {
    private final Map<String, String> environment;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Mixin private ConfigOptions options;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    /// @param environment in place of the process's own
    ConfigCommand(final Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        final ResolvedConfig resolved = options.resolve(environment);
        final PrintWriter out = spec.commandLine().getOut();
        out.println(json ? ConfigReport.json(resolved) : ConfigReport.table(resolved));
        out.flush();
        return 0;
    }
}
