package dev.bounce.hw;

import dev.bounce.hw.bench.AgentCommand;
import dev.bounce.hw.bench.BenchCommand;
import dev.bounce.spec.UsageError;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Dispatches the sub-commands of this module.
@Command(
        name = "bounce",
        mixinStandardHelpOptions = true,
        description = "Bounce on real memory: measures transfers, joins processes, looks around.")
public final class Main implements Callable<Integer> {
    @Spec private CommandSpec spec;

    private Main() {}

    /// Runs one sub-command and exits with its code.
    public static void main(final String[] args) {
        System.exit(commandLine(System.getenv()).execute(args));
    }

    /// The commands, reading `environment` in place of the process's own.
    static CommandLine commandLine(final Map<String, String> environment) {
        return new CommandLine(new Main())
                .addSubcommand(new BenchCommand(environment))
                .addSubcommand(new AgentCommand(environment))
                .addSubcommand(new DoctorCommand(environment))
                .setCaseInsensitiveEnumValuesAllowed(true)
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
