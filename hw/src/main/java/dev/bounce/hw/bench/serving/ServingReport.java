package dev.bounce.hw.bench.serving;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.util.List;
import java.util.Locale;

/// What a serving run came to. What was compared was right, or there would be no report.
///
/// @param served requests that got all their tokens
/// @param cancelled requests that their user gave up
/// @param failed requests that failed otherwise
/// @param prefill of all prefill workers
/// @param decode of all decode workers
/// @param nanos from the first arrival to the last answer
record ServingReport(
        ServingPlan plan,
        int served,
        int cancelled,
        int failed,
        WorkerFigures prefill,
        WorkerFigures decode,
        long nanos) {
    private static final String SCHEMA = "bounce.bench/1";
    private static final Gson GSON = new GsonBuilder().disableHtmlEscaping().create();

    /// Nearest rank.
    private static double percentileMillis(final List<Long> nanos, final int percent) {
        final List<Long> sorted = nanos.stream().sorted().toList();
        final int rank = Math.max(1, (sorted.size() * percent + 99) / 100);
        return round((double) sorted.get(rank - 1) / ServingOptions.NANOS_PER_MILLI);
    }

    /// More digits than these say nothing.
    private static double round(final double value) {
        return Math.round(value * 1_000) / 1_000.0;
    }

    private double seconds() {
        return round((double) nanos / ServingOptions.NANOS_PER_SECOND);
    }

    private int quarantinedBlocks() {
        return prefill.quarantinedBlocks() + decode.quarantinedBlocks();
    }

    /// Whether there is a served request, and every one was compared.
    private boolean isVerified() {
        return served > 0 && decode.verifiedRequests() == served;
    }

    /// One JSON object on one line.
    String json() {
        final JsonObject object = new JsonObject();
        object.addProperty("schema", SCHEMA);
        object.addProperty("workload", ServingOptions.WORKLOAD);
        object.addProperty("plane", lower(plan.plane()));
        object.addProperty("control", lower(plan.control()));
        object.addProperty("memory", lower(plan.memory()));
        object.addProperty("vmm", plan.isVirtual());
        object.addProperty("verified", isVerified());
        final JsonObject serving = new JsonObject();
        serving.addProperty("seed", plan.settings().seed());
        serving.addProperty("prefillWorkers", plan.settings().prefills());
        serving.addProperty("decodeWorkers", plan.settings().decodes());
        serving.addProperty("requests", plan.settings().requests());
        serving.addProperty("served", served);
        serving.addProperty("cancelled", cancelled);
        serving.addProperty("failed", failed);
        serving.addProperty("rowsPeak", prefill.rowsPeak());
        serving.addProperty("promptsPeak", prefill.promptsPeak());
        serving.addProperty("pinnedBlocksPeak", prefill.pinnedBlocksPeak());
        serving.addProperty("windowBlocksPeak", decode.windowBlocksPeak());
        if (!decode.nanos().isEmpty()) {
            serving.addProperty("p50Millis", percentileMillis(decode.nanos(), 50));
            serving.addProperty("p99Millis", percentileMillis(decode.nanos(), 99));
        }
        if (!prefill.nanos().isEmpty()) {
            serving.addProperty("transferP50Millis", percentileMillis(prefill.nanos(), 50));
            serving.addProperty("transferP99Millis", percentileMillis(prefill.nanos(), 99));
        }
        serving.addProperty("quarantinedBlocks", quarantinedBlocks());
        serving.addProperty("transfers", prefill.transfers());
        serving.addProperty("directTransfers", prefill.directTransfers());
        serving.addProperty("descriptors", prefill.descriptors());
        serving.addProperty("bytes", prefill.bytes());
        serving.addProperty("verified", isVerified());
        serving.addProperty("verifiedRequests", decode.verifiedRequests());
        serving.addProperty("verifiedBytes", decode.verifiedBytes());
        serving.addProperty("seconds", seconds());
        object.add("serving", serving);
        return GSON.toJson(object);
    }

    /// A table, with what its rows mean.
    String table() {
        final ServingSettings settings = plan.settings();
        final StringBuilder out = new StringBuilder();
        out.append(
                line(
                        "serving, plane %s, control %s, memory %s%s: %d prefill and %d decode"
                                + " worker%s, %,d requests, seed %d, %.2f s",
                        lower(plan.plane()),
                        lower(plan.control()),
                        lower(plan.memory()),
                        plan.isVirtual() ? " by chunks" : "",
                        settings.prefills(),
                        settings.decodes(),
                        settings.prefills() + settings.decodes() > 2 ? "s" : "",
                        settings.requests(),
                        settings.seed(),
                        seconds()));
        out.append(
                line(
                        "%,d transfers, %d of them direct: %,d descriptors of %,d bytes, %,d bytes",
                        prefill.transfers(),
                        prefill.directTransfers(),
                        prefill.descriptors(),
                        settings.slotBytes(),
                        prefill.bytes()));
        out.append(line(""));
        out.append(row("served", served, "requests that got all their tokens"));
        out.append(row("cancelled", cancelled, "given up by their user"));
        out.append(row("failed", failed, "for another reason"));
        out.append(
                row(
                        "rows peak",
                        prefill.rowsPeak(),
                        "of %d; index rows of a prefill worker in use at once"
                                .formatted(settings.prefillSizing().rows())));
        out.append(
                row(
                        "prompts peak",
                        prefill.promptsPeak(),
                        "that held its blocks at once; a row goes back before the send"));
        out.append(
                row(
                        "pinned peak",
                        prefill.pinnedBlocksPeak(),
                        "of %d; its blocks that were being sent"
                                .formatted(settings.prefillBlocks())));
        out.append(
                row(
                        "window peak",
                        decode.windowBlocksPeak(),
                        settings.windowBlocks() == 0
                                ? "blocks being received at once"
                                : "of %d; blocks being received at once"
                                        .formatted(settings.windowBlocks())));
        out.append(row("quarantined", quarantinedBlocks(), "blocks not proven quiet at the end"));
        out.append(times("ready p50", decode.nanos(), "from GEN_INIT to a complete cache"));
        out.append(times("transfer p50", prefill.nanos(), "of that, from submit to success"));
        out.append(line(""));
        out.append(
                line(
                        "verified: every byte of %,d requests (%,d bytes), the blocks behind each"
                                + " prompt, the guard",
                        decode.verifiedRequests(), decode.verifiedBytes()));
        out.append(
                line("bands, and that no block was written while it was free (each is poisoned)"));
        return out.toString().stripTrailing();
    }

    private static String row(final String name, final long value, final String meaning) {
        return line("%-12s %,10d  %s", name, value, meaning);
    }

    private static String times(final String name, final List<Long> nanos, final String meaning) {
        return nanos.isEmpty()
                ? ""
                : line(
                        "%-12s %,10.1f  ms %s; p99 %,.1f",
                        name, percentileMillis(nanos, 50), meaning, percentileMillis(nanos, 99));
    }

    private static String lower(final Enum<?> kind) {
        return kind.name().toLowerCase(Locale.ROOT);
    }

    private static String line(final String format, final Object... values) {
        return String.format(Locale.ROOT, format, values).stripTrailing() + System.lineSeparator();
    }
}
