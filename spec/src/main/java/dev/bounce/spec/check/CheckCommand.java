package dev.bounce.spec.check;

import dev.bounce.model.NearestName;
import dev.bounce.spec.check.Model.Tier;
import dev.bounce.spec.tlc.DistributedRun;
import dev.bounce.spec.tlc.EnvironmentMissing;
import dev.bounce.spec.tlc.TlcTools;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce check`: proves the models of the specification by TLC, and that the proof can fail.
@Command(
        name = "check",
        description = {
            "Visits every state of models of the protocol and tests all properties in each,",
            "or plants bugs and expects each one to be found."
        },
        footer = {
            "",
            "Without --model: the models of every build. What they must come to (state counts,",
            "actions that are never taken, which property each bug violates) is committed in",
            "spec/*.csv; a difference fails the check.",
            "",
            "examples:",
            "  ./bounce check",
            "  ./bounce check --model small --json",
            "  ./bounce check --model kv",
            "  ./bounce check --mutant all",
            "  ./bounce check --mutant cancelUnderWrite --scenario found.jsonl",
            "  ./bounce check --model large --distributed",
            "",
            "Many hosts: start with --distributed --host NAME on one, --join NAME on the others.",
            "",
            "exit codes: 0 ok, 1 violated or a bug survived, 2 usage, 3 environment missing"
        })
public final class CheckCommand implements Callable<Integer> {
    private static final int OK = 0;
    private static final int VIOLATED = 1;
    private static final int ENVIRONMENT_MISSING = 3;
    private static final int INTERRUPTED = 130;
    private static final String ALL = "all";
    private static final String ALL_BUILD = "all-build";
    private static final String ALL_MEDIUM = "all-medium";

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(
            names = "--model",
            split = ",",
            paramLabel = "NAME",
            description =
                    "Models of spec/models.csv; GROUP, which is all that are named GROUP-...;"
                            + " 'all-build' (default), 'all-medium', and 'all', which is all but"
                            + " medium and large.")
    private List<String> modelNames = List.of(ALL_BUILD);

    @Option(
            names = "--mutant",
            paramLabel = "NAME",
            description = "Plant a bug of spec/mutants.csv, or 'all' of them, one after the other.")
    private String mutant;

    @Option(names = "--json", description = "Print one JSON object instead of tables.")
    private boolean json;

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "Threads of TLC for one safety model, processes with --distributed.")
    private Integer workers;

    @Option(
            names = "--scenario",
            paramLabel = "FILE",
            description = "Write the counterexample there, for ./bounce replay.")
    private Path scenario;

    @Option(
            names = "--record",
            description = "Commit what is found to spec/*.csv instead of comparing with it.")
    private boolean record;

    @Option(
            names = "--distributed",
            description = "TLC's distributed mode: a server and N workers (2) on this host.")
    private boolean distributed;

    @Option(
            names = "--host",
            paramLabel = "NAME",
            description = "How workers on other hosts reach the server (default: not at all).")
    private String host = "127.0.0.1";

    @Option(
            names = "--port",
            paramLabel = "N",
            description = "Port of the server (default: ${DEFAULT-VALUE}).")
    private int port = DistributedRun.PORT;

    @Option(
            names = "--join",
            paramLabel = "HOST",
            description = "Work for the server of another host until it ends.")
    private String join;

    @Option(
            names = "--spec",
            paramLabel = "DIR",
            description = "Folder of the specification (default: spec of this checkout).")
    private Path folder;

    @Option(
            names = "-Dtla2tools.jar",
            paramLabel = "PATH",
            description = "Another version of the TLA+ tools than the one that comes along.")
    private String tools;

    /// Checks, prints, and says how it went.
    @Override
    public Integer call() {
        try {
            refuseCombinations();
            if (tools != null) {
                System.setProperty(TlcTools.PROPERTY, tools);
            }
            if (join != null) {
                return new DistributedCheck(join, port, workers).join(out());
            }
            return check(folder == null ? SpecFolder.ofCheckout() : new SpecFolder(folder));
        } catch (final EnvironmentMissing missing) {
            err().println("bounce check: " + missing.getMessage());
            return ENVIRONMENT_MISSING;
        } catch (final IllegalArgumentException mistake) {
            throw usage(mistake.getMessage());
        } catch (final InterruptedException interrupted) {
            return INTERRUPTED;
        }
    }

    private void refuseCombinations() {
        if (workers != null && workers < 1) {
            throw usage("--workers: " + workers + ", must be at least 1");
        }
        if (distributed && (mutant != null || modelNames.size() != 1)) {
            throw usage("--distributed: needs one --model and no --mutant");
        }
        if (scenario != null && ALL.equals(mutant)) {
            throw usage("--scenario: needs one --mutant, not all");
        }
    }

    private int check(final SpecFolder spec) throws InterruptedException {
        final CheckRun run =
                new CheckRun(spec, workers, record, scenario, out(), err(), isTerminal());
        if (mutant != null) {
            final boolean areAll = ALL.equals(mutant) && isOfEveryModel();
            return run.mutants(mutants(spec), areAll, json) ? OK : VIOLATED;
        }
        final List<Model> models = models(spec);
        if (distributed) {
            if (models.size() != 1) {
                throw usage("--distributed: " + modelNames.getFirst() + " is several models");
            }
            return run.show(distributed(spec, models.getFirst()), json) ? OK : VIOLATED;
        }
        final boolean withSituations = modelNames.equals(List.of(ALL_BUILD));
        return run.models(String.join(",", modelNames), models, withSituations, json)
                ? OK
                : VIOLATED;
    }

    private CheckReport distributed(final SpecFolder spec, final Model model)
            throws InterruptedException {
        try (ProgressLine line = new ProgressLine(err(), isTerminal(), 1)) {
            return new DistributedCheck(host, port, workers)
                    .run(spec, model, line.start(model.name()));
        }
    }

    private List<Model> models(final SpecFolder spec) {
        final List<Model> chosen = new ArrayList<>();
        final Map<String, Model> all = spec.models();
        for (final String name : modelNames) {
            if (all.containsKey(name)) {
                chosen.add(all.get(name));
            } else if (name.equals(ALL_BUILD) || name.equals(ALL_MEDIUM)) {
                final Tier tier = name.equals(ALL_BUILD) ? Tier.BUILD : Tier.MEDIUM;
                all.values().stream().filter(model -> model.tier() == tier).forEach(chosen::add);
            } else if (name.equals(ALL)) {
                all.values().stream()
                        .filter(model -> model.tier().compareTo(Tier.MEDIUM) < 0)
                        .forEach(chosen::add);
            } else {
                final List<Model> group = group(spec, name);
                if (group.isEmpty()) {
                    throw unknown("--model", name, List.copyOf(all.keySet()));
                }
                chosen.addAll(group);
            }
        }
        return chosen;
    }

    /// The models whose names begin with the name of the group.
    private static List<Model> group(final SpecFolder spec, final String name) {
        return spec.models().values().stream()
                .filter(model -> model.name().startsWith(name + "-"))
                .toList();
    }

    private boolean isChosen(final SpecFolder spec, final String model) {
        return modelNames.stream()
                .anyMatch(
                        name ->
                                name.equals(model)
                                        || !spec.models().containsKey(name)
                                                && model.startsWith(name + "-"));
    }

    private List<Violation> mutants(final SpecFolder spec) {
        final List<Violation> chosen =
                spec.mutants().stream()
                        .filter(one -> mutant.equals(ALL) || one.name().equals(mutant))
                        .filter(one -> isOfEveryModel() || isChosen(spec, one.model()))
                        .toList();
        if (chosen.isEmpty()) {
            throw unknown(
                    "--mutant", mutant, spec.mutants().stream().map(Violation::name).toList());
        }
        return chosen;
    }

    private boolean isOfEveryModel() {
        return modelNames.equals(List.of(ALL_BUILD));
    }

    private ParameterException unknown(
            final String option, final String name, final List<String> names) {
        return usage(
                option
                        + ": there is no '"
                        + name
                        + "'; did you mean "
                        + NearestName.of(name, names)
                        + "? All: "
                        + String.join(" ", names));
    }

    private ParameterException usage(final String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    private static boolean isTerminal() {
        return System.console() != null && System.console().isTerminal();
    }

    private PrintWriter out() {
        return spec.commandLine().getOut();
    }

    private PrintWriter err() {
        return spec.commandLine().getErr();
    }
}
