package dev.bounce.sim;

import dev.bounce.spec.UsageError;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Dispatches the sub-commands of this module.
@Command(
        name = "bounce",
        description = "Bounce without hardware: plans, configuration, simulation.")
public final class Main implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    private Main() {}

    /// Runs one sub-command and exits with its code.
    public static void main(final String[] args) {
        System.exit(commandLine(System.getenv()).execute(args));
    }

    /// The commands, reading `environment` in place of the process's own.
    static CommandLine commandLine(final Map<String, String> environment) {
        return new CommandLine(new Main())
                .addSubcommand(new PlanCommand(environment))
                .addSubcommand(new ConfigCommand(environment))
                .addSubcommand(new SimCommand())
                .addSubcommand(new ReplayCommand())
                .addSubcommand(new MinimizeCommand())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .setParameterExceptionHandler(UsageError::report);
    }

    @Override
    public Integer call() {
        throw new ParameterException(
                spec.commandLine(),
                "missing sub-command; there are: "
                        + String.join(", ", spec.subcommands().keySet()));
    }
}
