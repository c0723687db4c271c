package dev.bounce.sim.mutant;

import dev.bounce.spec.UsageError;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// Plants bugs in the engine and tells which seed of the simulator finds each.
@Command(
        name = "bounce sim --mutant",
        description = "Plants bugs in the engine and lets the simulator find them.",
        footer = {
            "",
            "A recorded seed is tried first (sim/src/test/resources/mutants/kills.csv). If it does",
            "not find the bug any more, seeds 1..N of each profile are tried. A seed that the"
                    + " sound",
            "engine does not pass finds nothing. Needs a source checkout.",
            "",
            "Exit codes: 0 every bug is found, 1 one is not, 2 usage.",
            "",
            "examples:",
            "  ./bounce sim --mutant all",
            "  ./bounce sim --mutant dataTwice,noLease --search --json"
        })
public final class MutantCommand implements Callable<Integer> {
    private static final String ALL = "all";
    private static final long LAST_QUICK_SEED = 10;

    @Spec private CommandSpec spec;

    @Option(
            names = "--mutant",
            required = true,
            split = ",",
            paramLabel = "NAME",
            description = "Bugs to plant, or 'all'.")
    private List<String> names;

    @Option(names = "--search", description = "Do not try the recorded seeds first.")
    private boolean search;

    @Option(
            names = "--most-seeds",
            paramLabel = "N",
            defaultValue = "2000",
            description = {
                "Seeds to try of each profile (default: ${DEFAULT-VALUE});",
                "0: the recorded seed and no other."
            })
    private long mostSeeds;

    @Option(
            names = "--quick",
            description = "Leave out what takes longer: later seeds than 10, and equivalent bugs.")
    private boolean quick;

    @Option(
            names = "--limit",
            paramLabel = "SECONDS",
            defaultValue = "1800",
            description = "Longest time for one bug (default: ${DEFAULT-VALUE}).")
    private long limitSeconds;

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Bugs at a time (default: the processors).")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--record",
            paramLabel = "FILE",
            description = "Write which seed finds which bug, with what FILE says of others.")
    private Path record;

    @Option(
            names = "--root",
            paramLabel = "DIR",
            defaultValue = "",
            description = "Source checkout (default: the one around the working directory).")
    private Path root;

    @Option(names = "--verbose", description = "Tell each result on stderr as soon as it is there.")
    private boolean verbose;

    @Option(names = "--json", description = "Print the result as one line of JSON.")
    private boolean json;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    private final List<Mutant> all;

    private MutantCommand(final List<Mutant> all) {
        this.all = all;
    }

    /// Runs the command and exits with its code.
    public static void main(final String[] args) {
        // The launcher comes here because of --mutant, so that stands before --help as well.
        final List<String> given = List.of(args);
        final boolean asksForHelp = given.contains("--help") || given.contains("-h");
        System.exit(
                commandLine(MutantFile.readAll())
                        .execute(asksForHelp ? new String[] {"--help"} : args));
    }

    /// The command, for a caller that does not want to exit.
    ///
    /// @param all what `all` stands for
    static CommandLine commandLine(final List<Mutant> all) {
        return new CommandLine(new MutantCommand(all))
                .setParameterExceptionHandler(UsageError::report);
    }

    @Override
    public Integer call() throws Exception {
        final List<Mutant> mutants = quick ? quick(chosen()) : chosen();
        final MutantReport report = new MutantReport(hunt(mutants));
        if (record != null) {
            final Map<String, Kill> kills = Kill.recorded();
            report.record(kills);
            Files.write(record, Kill.lines(kills));
        }
        final PrintWriter out = spec.commandLine().getOut();
        out.println(json ? report.json() : report.table());
        out.flush();
        return report.hasSurvivors() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
    }

    private static List<Mutant> quick(final List<Mutant> mutants) {
        final Map<String, Kill> recorded = Kill.recorded();
        return mutants.stream()
                .filter(mutant -> recorded.containsKey(mutant.name()))
                .filter(mutant -> recorded.get(mutant.name()).seed() <= LAST_QUICK_SEED)
                .filter(mutant -> mutant.knobs().isEmpty())
                .toList();
    }

    private List<Mutant> chosen() {
        if (names.equals(List.of(ALL))) {
            return all;
        }
        final List<Mutant> chosen = new ArrayList<>();
        for (final String name : names) {
            chosen.add(
                    all.stream()
                            .filter(mutant -> mutant.name().equals(name))
                            .findFirst()
                            .orElseThrow(
                                    () ->
                                            new ParameterException(
                                                    spec.commandLine(),
                                                    "--mutant: '"
                                                            + name
                                                            + "' is not a mutant, write 'all' or"
                                                            + " a name that 'all' shows")));
        }
        return chosen;
    }

    private List<MutantReport.Line> hunt(final List<Mutant> mutants) throws Exception {
        final Map<String, Kill> recorded = Kill.recorded();
        final MutantCompiler compiler = new MutantCompiler(checkout());
        final Hunt hunt = new Hunt(compiler, mostSeeds, !search);
        // Threads that are left behind by a bug that never ends must not keep the process alive.
        final ExecutorService pool =
                Executors.newFixedThreadPool(
                        Math.max(1, threads), Thread.ofPlatform().daemon().factory());
        try {
            final List<Future<MutantReport.Line>> running = new ArrayList<>();
            for (final Mutant mutant : mutants) {
                running.add(pool.submit(() -> line(hunt, mutant, recorded.get(mutant.name()))));
            }
            final List<MutantReport.Line> lines = new ArrayList<>();
            for (int index = 0; index < mutants.size(); index++) {
                lines.add(await(running.get(index), mutants.get(index)));
            }
            return lines;
        } finally {
            pool.shutdownNow();
        }
    }

    private MutantReport.Line line(final Hunt hunt, final Mutant mutant, final Kill recorded)
            throws IOException {
        final long start = System.nanoTime();
        final Kill kill = hunt.find(mutant, recorded);
        final long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        if (verbose) {
            final PrintWriter err = spec.commandLine().getErr();
            err.println(mutant.name() + ": " + kill + " after " + millis + " ms");
            err.flush();
        }
        return new MutantReport.Line(mutant, kill, millis, null);
    }

    private MutantReport.Line await(final Future<MutantReport.Line> running, final Mutant mutant)
            throws InterruptedException {
        try {
            return running.get(limitSeconds, TimeUnit.SECONDS);
        } catch (final TimeoutException endless) {
            final String why = "no end within " + limitSeconds + " s";
            return new MutantReport.Line(mutant, null, 1_000 * limitSeconds, why);
        } catch (final ExecutionException failed) {
            return new MutantReport.Line(mutant, null, 0, failed.getCause().getMessage());
        }
    }

    private Path checkout() {
        try {
            return MutantCompiler.checkout(root);
        } catch (final IllegalArgumentException nowhere) {
            throw new ParameterException(
                    spec.commandLine(), "--root: " + nowhere.getMessage(), nowhere);
        }
    }
}
