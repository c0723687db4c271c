package dev.bounce.sim;

import dev.bounce.model.NearestName;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.workload.Placement;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;
import dev.bounce.model.workload.WorkloadPresets;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce plan`: shows how a transfer is cut into chunks, what that costs, and why.
@Command(
        name = "plan",
        description = {
            "Shows how a transfer is cut into chunks, what its messages cost, and why",
            "descriptors were or were not merged. Nothing is moved."
        },
        footer = {
            "",
            "FILE is CSV or a JSON list of objects: srcAddr, dstAddr, length, srcDevice,",
            "dstDevice; decimal or 0x and hexadecimal; the devices may be left out.",
            "",
            "examples:",
            "  ./bounce plan --workload gpt-oss-120b-8k",
            "  ./bounce plan --workload llama-3.1-70b-8k-pp --pair 2:1 --json",
            "  ./bounce plan --descriptors pairs.csv -D arena.max-chunk=8MiB"
        })
final class PlanCommand implements Callable<Integer> {
    private static final Pattern PAIR = Pattern.compile("([0-9]{1,9}):([0-9]{1,9})");

    /// Where the pools are supposed to be; only relations between addresses matter.
    private static final Placement SOURCE = new Placement(0x7E00_0000_0000L, 0);

    private static final Placement DESTINATION = new Placement(0x7F00_0000_0000L, 0);

    private final Map<String, String> environment;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Mixin private ConfigOptions options;

    @ArgGroup(exclusive = true, multiplicity = "1")
    private Subject subject;

    @Option(
            names = "--pair",
            paramLabel = "SENDER:RECEIVER",
            description = "Which transfer of the workload (default: the first).")
    private String pair;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    /// What is planned.
    private static final class Subject {
        @Option(
                names = "--workload",
                paramLabel = "NAME",
                description = "A preset: ${COMPLETION-CANDIDATES}.",
                completionCandidates = WorkloadNames.class)
        private String workload;

        @Option(
                names = "--descriptors",
                paramLabel = "FILE",
                description = "A list of descriptor pairs.")
        private Path file;
    }

    /// Names for the help text.
    private static final class WorkloadNames implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return WorkloadPresets.names().iterator();
        }
    }

    /// @param environment in place of the process's own
    PlanCommand(final Map<String, String> environment) {
        this.environment = environment;
    }

    @Override
    public Integer call() {
        final BounceConfig config = options.resolve(environment).config();
        final PlanSubject planned = subject.file == null ? ofWorkload() : ofFile();
        final PlanOutcome outcome = PlanOutcome.of(planned, config);
        final PrintWriter out = spec.commandLine().getOut();
        out.println(json ? PlanReport.json(outcome) : PlanReport.table(outcome));
        out.flush();
        return 0;
    }

    private PlanSubject ofFile() {
        if (pair != null) {
            throw mistake("--pair " + pair + " goes with --workload only");
        }
        try {
            return new PlanSubject.OfFile(
                    subject.file.toString(), DescriptorFile.read(subject.file));
        } catch (final InputError wrong) {
            throw mistake(wrong.getMessage());
        }
    }

    private PlanSubject ofWorkload() {
        final String name = subject.workload;
        final Workload workload =
                WorkloadPresets.named(name)
                        .orElseThrow(
                                () ->
                                        mistake(
                                                "unknown workload '%s': did you mean %s?"
                                                        .formatted(
                                                                name,
                                                                NearestName.of(
                                                                        name,
                                                                        WorkloadPresets.names()))));
        final RankPair ranks = pair == null ? workload.pairs().getFirst() : ranks(workload);
        return new PlanSubject.OfWorkload(
                workload, ranks, workload.descriptors(ranks, SOURCE, DESTINATION));
    }

    private RankPair ranks(final Workload workload) {
        final Matcher matcher = PAIR.matcher(pair);
        if (!matcher.matches()) {
            throw mistake("--pair '" + pair + "' is not SENDER:RECEIVER, such as 0:2");
        }
        final RankPair ranks =
                new RankPair(
                        Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2)));
        if (!workload.pairs().contains(ranks)) {
            throw mistake(
                    "--pair %s has no transfer in %s of %s -> %s"
                            .formatted(
                                    pair, workload.name(), workload.prefill(), workload.decode()));
        }
        return ranks;
    }

    private ParameterException mistake(final String what) {
        return new ParameterException(spec.commandLine(), what);
    }
}
