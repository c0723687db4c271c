package dev.bounce.spec;

import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/// Tells a caller's mistake in one line: what was wrong, and where help is. The commands of all
/// modules use it.
public final class UsageError {
    private UsageError() {}

    /// Prints to the command's standard error. A handler for
    /// [CommandLine#setParameterExceptionHandler].
    ///
    /// @return the exit code
    public static int report(final ParameterException mistake, final String[] args) {
        final CommandLine command = mistake.getCommandLine();
        final String name = command.getCommandSpec().qualifiedName();
        command.getErr()
                .printf(
                        "%s: %s (see ./%s --help)%n",
                        name, oneLine(mistake.getMessage()) + suggestion(mistake), name);
        command.getErr().flush();
        return CommandLine.ExitCode.USAGE;
    }

    private static String suggestion(final ParameterException mistake) {
        final List<String> names =
                mistake instanceof UnmatchedArgumentException unmatched
                        ? unmatched.getSuggestions()
                        : List.of();
        return names.isEmpty() ? "" : "; did you mean " + String.join(" or ", names) + "?";
    }

    private static String oneLine(final String text) {
        final String line = text.replaceAll("\\s*\\R\\s*", " ").strip();
        return line.startsWith("Error: ") ? line.substring("Error: ".length()) : line;
    }
}
