package dev.bounce.sim;

import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.model.chart.LineChart;
import dev.bounce.sim.serving.ServingReport;
import dev.bounce.sim.serving.ServingSettings;
import dev.bounce.sim.serving.ServingSimulation;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// `bounce sim pressure`: what early release of index rows is for. The same prompts, over two real
/// engines and a slow link, with and without it.
@Command(
        name = "pressure",
        description = {
            "Serves 100 prompts that come at once, over real engines and a link on which a send",
            "takes about ten times as long as the prefill: with rows that are held until the send",
            "has ended, with twice as many of them, and with rows that go back before the send."
        },
        footer = {"", "example:", "  ./bounce sim pressure --svg sim/plots/pressure.svg"})
public final class PressureCommand implements Callable<Integer> {
    private static final long MILLI = 1_000_000;

    @Spec private CommandSpec spec;

    @Option(
            names = {"-h", "--help"},
            usageHelp = true,
            description = "Show this help and exit.")
    private boolean help;

    @Option(names = "--svg", paramLabel = "FILE", description = "Draw prompts over time.")
    private Path svg;

    @Option(names = "--json", description = "Print one JSON object instead of a table.")
    private boolean json;

    private record Case(String name, ServingReport report) {
        long firstNanos() {
            return report.samples().getFirst().nanos();
        }

        /// From the first prompt to the end of the last prefill.
        long prefillMillis() {
            return (lastPrefill() - firstNanos()) / MILLI;
        }

        private long lastPrefill() {
            final int all = report.samples().getLast().prefilled();
            return report.samples().stream()
                    .filter(sample -> sample.prefilled() == all)
                    .findFirst()
                    .orElseThrow()
                    .nanos();
        }

        LineChart.Series line() {
            final List<LineChart.Point> points = new ArrayList<>();
            int before = 0;
            for (final ServingReport.Sample sample : report.samples()) {
                final long millis = (sample.nanos() - firstNanos()) / MILLI;
                if (sample.prefilled() != before || points.isEmpty()) {
                    points.add(new LineChart.Point(millis, before));
                    points.add(new LineChart.Point(millis, sample.prefilled()));
                    before = sample.prefilled();
                }
            }
            return new LineChart.Series(name, points);
        }
    }

    /// Runs the three cases.
    @Override
    public Integer call() {
        final List<Case> cases =
                List.of(
                        run("8 rows, held until the send ends", false, false),
                        run("16 rows, held until the send ends", true, false),
                        run("8 rows, released before the send", false, true));
        if (svg != null) {
            draw(cases);
        }
        final PrintWriter out = spec.commandLine().getOut();
        out.println(json ? json(cases) : table(cases));
        out.flush();
        return 0;
    }

    private static Case run(
            final String name, final boolean doublesRows, final boolean releasesEarly) {
        return new Case(
                name,
                ServingSimulation.run(1, ServingSettings.ofPressure(doublesRows, releasesEarly)));
    }

    private void draw(final List<Case> cases) {
        final LineChart chart =
                new LineChart(
                        "Prompts prefilled, batch 8, a send takes ten times as long as a prefill",
                        "virtual time, ms",
                        "prompts",
                        cases.stream().map(Case::line).toList());
        try {
            Files.writeString(svg, chart.svg());
        } catch (final IOException failed) {
            throw new ParameterException(
                    spec.commandLine(), "--svg: '" + svg + "' cannot be written", failed);
        }
    }

    private static String table(final List<Case> cases) {
        final StringBuilder text =
                new StringBuilder(
                        String.format(
                                Locale.ROOT,
                                "%-36s %6s %9s %8s %14s %12s",
                                "",
                                "rows",
                                "prompts",
                                "pinned",
                                "prefilled, ms",
                                "served, ms"));
        for (final Case one : cases) {
            text.append(
                    String.format(
                            Locale.ROOT,
                            "%n%-36s %6d %9d %8d %14d %12d",
                            one.name(),
                            one.report().rowsPeak(),
                            one.report().promptsPeak(),
                            one.report().pinnedBlocksPeak(),
                            one.prefillMillis(),
                            (one.report().endNanos() - one.firstNanos()) / MILLI));
        }
        return text.toString();
    }

    private static String json(final List<Case> cases) {
        final JsonArray rows = new JsonArray();
        for (final Case one : cases) {
            final JsonObject row = new JsonObject();
            row.addProperty("case", one.name());
            row.addProperty("rowsPeak", one.report().rowsPeak());
            row.addProperty("promptsPeak", one.report().promptsPeak());
            row.addProperty("pinnedBlocksPeak", one.report().pinnedBlocksPeak());
            row.addProperty("prefilledMillis", one.prefillMillis());
            row.addProperty("servedMillis", (one.report().endNanos() - one.firstNanos()) / MILLI);
            rows.add(row);
        }
        final JsonObject json = new JsonObject();
        json.addProperty("schema", "bounce.simPressure/1");
        json.add("cases", rows);
        return json.toString();
    }
}
