package dev.bounce.hw.bench;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.PlaneKind;
import java.util.Locale;

/// Shows a result to people and to programs.
final class BenchReport {
    private static final String SCHEMA = "bounce.bench/1";
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    private BenchReport() {}

    /// One JSON object on one line.
    static String json(final BenchResult result) {
        final JsonObject object = new JsonObject();
        object.addProperty("schema", SCHEMA);
        object.addProperty("workload", result.plan().workload().name());
        object.addProperty("plane", plane(result));
        object.addProperty("control", control(result));
        object.addProperty("memory", memory(result));
        object.addProperty("descriptors", result.descriptors());
        object.addProperty("bytes", result.bytes());
        object.addProperty("senders", result.plan().shape().senders());
        object.addProperty("receivers", result.plan().shape().receivers());
        object.addProperty("inFlight", result.plan().shape().inFlight());
        object.addProperty("batch", result.plan().shape().batch());
        object.addProperty("verified", true);
        for (final Mode mode : result.figures().keySet()) {
            object.add(key(mode), figures(result.figures().get(mode)));
        }
        if (result.senders().chunks() > 0) {
            final JsonObject reactor = new JsonObject();
            reactor.addProperty("senders", round(result.senders().microsPerChunk()));
            reactor.addProperty("receivers", round(result.receivers().microsPerChunk()));
            object.add("reactorMicrosPerChunk", reactor);
        }
        if (result.compares(Mode.DIRECT)) {
            object.addProperty("ratioToDirect", round(result.ratioTo(Mode.DIRECT)));
        }
        if (result.compares(Mode.CONTIGUOUS)) {
            object.addProperty("ratioToContiguous", round(result.ratioTo(Mode.CONTIGUOUS)));
        }
        return GSON.toJson(object);
    }

    private static String plane(final BenchResult result) {
        return result.plan().plane().name().toLowerCase(Locale.ROOT);
    }

    private static String control(final BenchResult result) {
        return result.plan().control().name().toLowerCase(Locale.ROOT);
    }

    private static String memory(final BenchResult result) {
        return result.plan().memory().name().toLowerCase(Locale.ROOT);
    }

    private static String key(final Mode mode) {
        return mode.name().toLowerCase(Locale.ROOT);
    }

    private static JsonObject figures(final Figures figures) {
        final JsonObject object = new JsonObject();
        object.addProperty("p50Micros", round(figures.p50Micros()));
        object.addProperty("p90Micros", round(figures.p90Micros()));
        object.addProperty("p99Micros", round(figures.p99Micros()));
        object.addProperty("meanMicros", round(figures.meanMicros()));
        object.addProperty("maxMicros", round(figures.maxMicros()));
        object.addProperty("gigabytesPerSecond", round(figures.gigabytesPerSecond()));
        return object;
    }

    /// More digits than these say nothing.
    private static double round(final double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    /// A table, with what its columns and rows mean.
    static String table(final BenchResult result) {
        final BenchPlan plan = result.plan();
        final BenchShape shape = plan.shape();
        final StringBuilder out = new StringBuilder();
        out.append(
                line(
                        "%s, plane %s, control %s, memory %s: %,d descriptors, %,d bytes per"
                                + " request",
                        plan.workload().name(),
                        plane(result),
                        control(result),
                        memory(result),
                        result.descriptors(),
                        result.bytes()));
        out.append(
                line(
                        "%d measured rounds after %d, %s%d receiver%s, %d request%s to each, %d in"
                                + " flight, %d copy %s",
                        plan.iterations(),
                        plan.warmup(),
                        shape.senders() == 1 ? "" : shape.senders() + " senders, ",
                        shape.receivers(),
                        shape.receivers() == 1 ? "" : "s at a time",
                        shape.batch(),
                        shape.batch() == 1 ? "" : "s",
                        shape.inFlight(),
                        plan.memory() == MemoryKind.CUDA
                                ? plan.config().copies().copyBlocks()
                                : plan.config().copies().copyThreads(),
                        plan.memory() == MemoryKind.CUDA
                                ? "blocks, devices " + plan.devices()
                                : "threads per agent"));
        out.append(line(""));
        out.append(
                line(
                        "%-11s %11s %11s %11s %11s %11s %8s",
                        "us/request", "p50", "p90", "p99", "mean", "max", "GB/s"));
        for (final Mode mode : result.figures().keySet()) {
            final Figures row = result.figures().get(mode);
            out.append(
                    line(
                            "%-11s %11.1f %11.1f %11.1f %11.1f %11.1f %8.2f",
                            key(mode),
                            row.p50Micros(),
                            row.p90Micros(),
                            row.p99Micros(),
                            row.meanMicros(),
                            row.maxMicros(),
                            row.gigabytesPerSecond()));
        }
        out.append(line(""));
        if (result.compares(Mode.DIRECT) && result.compares(Mode.CONTIGUOUS)) {
            out.append(
                    line(
                            "bounce : direct %.3f   bounce : contiguous %.3f   (of p50; above 1"
                                    + " bounce is faster)",
                            result.ratioTo(Mode.DIRECT), result.ratioTo(Mode.CONTIGUOUS)));
        }
        if (result.senders().chunks() > 0) {
            out.append(
                    line(
                            "reactors: %.1f us per chunk of senders, %.1f us of receivers",
                            result.senders().microsPerChunk(),
                            result.receivers().microsPerChunk()));
        }
        out.append(
                line(
                        "verified: every byte of every destination, and the canaries beside it%s",
                        plan.verifyEvery() == 1
                                ? ""
                                : ", in one of " + plan.verifyEvery() + " rounds"));
        out.append(line(""));
        out.append(line("us/request  from the call of submit to the completion of its future"));
        out.append(line("GB/s        payload of a round / its median time, 10^9 bytes per second"));
        if (plan.plane() == PlaneKind.LOCAL) {
            out.append(
                    line("bounce      gathered, written by chunk, scattered: three copies here"));
            out.append(
                    line(
                            "direct      each descriptor by itself: one copy here, by as many"
                                    + " threads"));
        } else {
            out.append(line("bounce      gathered, written by chunk, scattered"));
            out.append(
                    line(
                            "direct      one %s",
                            plan.memory() == MemoryKind.CUDA
                                    ? "put per descriptor"
                                    : "message per descriptor, at most 256 KiB each"));
        }
        out.append(line("contiguous  one descriptor of the same size, direct: the plane's limit"));
        return out.toString().stripTrailing();
    }

    private static String line(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values).stripTrailing() + System.lineSeparator();
    }
}
