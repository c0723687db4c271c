package dev.bounce.hw.selftest;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.model.config.CopyConfig;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// Checks the copies of one GPU and measures them.
public final class SelfTest {
    private static final String SCHEMA = "bounce.self-test/1";
    private static final int PASSED = 0;
    private static final int FAILED = 1;
    private static final int NO_ENVIRONMENT = 3;
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private final PrintWriter out;
    private final boolean json;
    private final List<Check> checks = new ArrayList<>();
    private final JsonObject object = new JsonObject();

    private SelfTest(final PrintWriter out, final boolean json) {
        this.out = out;
        this.json = json;
    }

    /// Runs it: the checks, the measurements, and in the end one check after which this process
    /// cannot use the device any more.
    ///
    /// @param device ordinal of the GPU
    /// @param config of the copies that are checked
    /// @param out takes lines for people, or one JSON object
    /// @param error takes one line if there is no such device
    /// @return exit code: 0, 1 if a check failed, 3 if there is no such device
    public static int run(
            final int device,
            final CopyConfig config,
            final boolean json,
            final PrintWriter out,
            final PrintWriter error) {
        final String name;
        try (CudaContext context = CudaContext.open(device)) {
            name = context.name();
        } catch (final CudaException unusable) {
            error.println("bounce: no self-test: " + unusable.getMessage());
            error.flush();
            return NO_ENVIRONMENT;
        }
        return new SelfTest(out, json).run(device, name, config);
    }

    private int run(final int device, final String name, final CopyConfig config) {
        object.addProperty("schema", SCHEMA);
        object.addProperty("device", name);
        object.addProperty("copyBlocks", config.copyBlocks());
        line("device %d: %s, copies of %d blocks", device, name, config.copyBlocks());
        CopyChecks.run(device, config, this::add);
        try {
            add(CopyRates.measure(device));
            addBeside(BesideCompute.measure(device, config.copyPriority()));
        } catch (final CudaException | IllegalStateException broken) {
            add(new Check("measurements", broken.getMessage(), 0));
        }
        add(CopyChecks.illegalAddress(device, config));
        final long failed = checks.stream().filter(check -> check.fault() != null).count();
        line("%d checks, %d failed", checks.size(), failed);
        if (json) {
            final JsonArray array = new JsonArray();
            checks.forEach(check -> array.add(jsonOf(check)));
            object.add("checks", array);
            object.addProperty("failed", failed);
            out.println(GSON.toJson(object));
        }
        out.flush();
        return failed == 0 ? PASSED : FAILED;
    }

    private static JsonObject jsonOf(final Check check) {
        final JsonObject one = new JsonObject();
        one.addProperty("name", check.name());
        one.addProperty("passed", check.fault() == null);
        if (check.fault() != null) {
            one.addProperty("fault", check.fault());
        }
        one.addProperty("micros", check.micros());
        return one;
    }

    private void add(final Check check) {
        checks.add(check);
        line(
                "%-6s %9.1f ms  %s%s",
                check.fault() == null ? "ok" : "FAILED",
                check.micros() / 1e3,
                check.name(),
                check.fault() == null ? "" : ": " + check.fault());
    }

    private void add(final CopyRates.Figures figures) {
        line("GB/s read and written, pieces of 4 KiB, 256 MiB a launch:");
        line(
                "  one copy of the device   256 MiB %8.0f   1 GiB %8.0f",
                figures.copyGbps(), figures.largeCopyGbps());
        object.addProperty("copyGbps", figures.copyGbps());
        object.addProperty("largeCopyGbps", figures.largeCopyGbps());
        final JsonArray rates = new JsonArray();
        for (final CopyRates.Rate rate : figures.rates()) {
            line(
                    "  %4d blocks      gather %8.0f (%.2f)   scatter %8.0f (%.2f)",
                    rate.blocks(),
                    rate.gatherGbps(),
                    rate.gatherGbps() / figures.largeCopyGbps(),
                    rate.scatterGbps(),
                    rate.scatterGbps() / figures.largeCopyGbps());
            final JsonObject one = new JsonObject();
            one.addProperty("blocks", rate.blocks());
            one.addProperty("gatherGbps", rate.gatherGbps());
            one.addProperty("scatterGbps", rate.scatterGbps());
            rates.add(one);
        }
        object.add("rates", rates);
        final CopyRates.Latency latency = figures.latency();
        line(
                "launch of 4 KiB to its end, us: completion word %.1f (p99 %.1f), event %.1f (p99"
                        + " %.1f)",
                latency.wordMedianMicros(),
                latency.wordP99Micros(),
                latency.eventMedianMicros(),
                latency.eventP99Micros());
        line(
                "one look, ns: completion word %.0f, event %.0f",
                latency.wordLookNanos(), latency.eventLookNanos());
        object.add("latency", GSON.toJsonTree(latency));
    }

    private void addBeside(final List<BesideCompute.Row> rows) {
        line("gathers beside a busy compute stream, GB/s, and how much longer that takes:");
        line("               alone   arithmetic, 1/2 of threads   arithmetic, all   memory copies");
        final JsonArray beside = new JsonArray();
        for (final BesideCompute.Row row : rows) {
            line(
                    "  %4d blocks  %6.0f            %6.0f %+6.1f %%  %6.0f %+6.1f %%"
                            + "  %6.0f %+6.1f %%",
                    row.blocks(),
                    row.aloneGbps(),
                    row.halfOfThreads().copyGbps(),
                    percent(row.halfOfThreads()),
                    row.allThreads().copyGbps(),
                    percent(row.allThreads()),
                    row.memory().copyGbps(),
                    percent(row.memory()));
            beside.add(GSON.toJsonTree(row));
        }
        object.add("besideCompute", beside);
    }

    private static double percent(final BesideCompute.Pair pair) {
        return 100 * (pair.slowdown() - 1);
    }

    private void line(final String format, final Object... values) {
        if (!json) {
            out.println(String.format(Locale.ROOT, format, values));
            out.flush();
        }
    }
}
