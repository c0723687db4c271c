package dev.bounce.sim;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/// `bounce sim merge`: adds up the result files of one campaign. Exit code 0 if it is whole and
/// good, 1 if something was violated, missed or is missing, 2 for files that do not go together.
@Command(
        name = "merge",
        description = {
            "Adds up the result files that the parts of one campaign have written with",
            "--output, and says which seeds are missing."
        },
        footer = {
            "",
            "Exit code 0: whole, and nothing was violated or missed; 1: not so; 2: usage, or files",
            "of different builds, profiles or campaigns, or with the same seeds.",
            "",
            "example:",
            "  ./bounce sim merge results/*.json",
            "  ./bounce sim merge --markdown results/*.json"
        })
public final class MergeCommand implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @ArgGroup(exclusive = true)
    private Shown shown = new Shown();

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "Result files.")
    private List<Path> files;

    /// How the sum is printed; a table if neither is asked for.
    private static final class Shown {
        @Option(names = "--json", description = "Print one JSON object instead of a table.")
        private boolean json;

        @Option(
                names = "--markdown",
                description = "Print the verdict and a Markdown table of all situations instead.")
        private boolean markdown;
    }

    /// Reads the files and prints their sum.
    @Override
    public Integer call() {
        CampaignReport sum = null;
        for (final Path file : files) {
            for (final String line : lines(file)) {
                if (!line.isBlank()) {
                    sum = add(sum, file, line);
                }
            }
        }
        if (sum == null) {
            throw new ParameterException(
                    spec.commandLine(), "'" + files.getFirst() + "' holds no result of sim");
        }
        print(sum);
        return sum.isGood() && sum.missing().isEmpty() ? 0 : 1;
    }

    private CampaignReport add(final CampaignReport sum, final Path file, final String line) {
        try {
            final CampaignReport part = ReportReader.read(line);
            final CampaignReport whole = sum == null ? part.empty() : sum;
            whole.merge(part);
            return whole;
        } catch (final IllegalArgumentException refused) {
            throw new ParameterException(
                    spec.commandLine(), "'" + file + "': " + refused.getMessage(), refused);
        }
    }

    private List<String> lines(final Path file) {
        try {
            return Files.readAllLines(file);
        } catch (final IOException unreadable) {
            throw new ParameterException(
                    spec.commandLine(),
                    "'" + file + "' cannot be read: " + FileReason.of(unreadable),
                    unreadable);
        }
    }

    private void print(final CampaignReport sum) {
        final PrintWriter out = spec.commandLine().getOut();
        if (shown.json) {
            out.println(ReportPrinter.mergedJson(sum));
        } else if (shown.markdown) {
            out.println(ReportPrinter.verdict(sum));
            out.println();
            out.print(ReportPrinter.markdown(sum));
        } else {
            out.println(ReportPrinter.table(sum));
            for (final CampaignReport.Violation violation : sum.violations()) {
                out.print(ReportPrinter.violation(sum.profile(), violation));
            }
            out.println(ReportPrinter.verdict(sum));
        }
        out.flush();
        if (!sum.missing().isEmpty()) {
            final PrintWriter err = spec.commandLine().getErr();
            err.println("missing seeds: " + ReportPrinter.ranges(sum.missing()));
            err.flush();
        }
    }
}
