package dev.bounce.sim;

import com.google.gson.JsonObject;
import dev.bounce.model.config.ByteSize;
import dev.bounce.model.plan.Eligibility;
import dev.bounce.model.plan.PlanStatistics;
import dev.bounce.model.plan.TransferPlan;
import java.util.Locale;

/// Shows a plan, as a table or as JSON.
final class PlanReport {
    private static final String SCHEMA = "bounce.plan/1";

    private PlanReport() {}

    /// One object. What could not be planned has no key.
    static String json(final PlanOutcome outcome) {
        final JsonObject object = new JsonObject();
        object.addProperty("schema", SCHEMA);
        switch (outcome.subject()) {
            case PlanSubject.OfWorkload of -> {
                object.addProperty("workload", of.workload().name());
                object.addProperty("transfers", of.workload().pairs().size());
                object.addProperty("sender", of.ranks().sender());
                object.addProperty("receiver", of.ranks().receiver());
            }
            case PlanSubject.OfFile of -> object.addProperty("file", of.file());
        }
        switch (outcome.gate()) {
            case Eligibility.Admitted _ -> object.addProperty("route", "coalesced");
            case Eligibility.Refused refused -> {
                object.addProperty("route", "direct");
                object.addProperty("reason", refused.reason().name());
                object.addProperty("explanation", refused.message());
            }
        }
        object.addProperty("descriptors", outcome.subject().pairs().size());
        object.addProperty(
                "zeroLength",
                outcome.subject().pairs().size() - outcome.subject().pairs().nonEmptyCount());
        object.addProperty("bytes", outcome.subject().pairs().totalBytes());
        outcome.plan().ifPresent(plan -> add(object, outcome, plan));
        return object.toString();
    }

    private static void add(
            final JsonObject object, final PlanOutcome outcome, final TransferPlan plan) {
        final PlanStatistics counts =
                PlanStatistics.of(outcome.subject().pairs(), outcome.limits());
        object.addProperty("merges", counts.merges());
        object.addProperty("pieces", counts.pieces());
        object.addProperty("chunks", counts.chunks());
        object.addProperty("reorderedChunks", counts.reorderedChunks());
        object.addProperty("runs", counts.runs());
        object.addProperty("callerOrderRuns", counts.callerOrderRuns());
        object.addProperty("packedBytes", counts.payloadBytes() + counts.paddingBytes());
        object.addProperty("paddingBytes", counts.paddingBytes());
        object.addProperty("regionBytes", counts.regionBytes());
        object.addProperty("largestRegionBytes", plan.maxRegionBytes());
        final MessageBytes messages = MessageBytes.of(plan);
        object.addProperty("wantMessageBytes", messages.want());
        object.addProperty("grantMessageBytes", messages.grants());
        object.addProperty("dataMessageBytes", messages.data());
        object.addProperty("largestDataMessageBytes", messages.largestData());
        object.addProperty("ackMessageBytes", messages.acks());
        final JsonObject unmerged = new JsonObject();
        unmerged.addProperty("chunkEdge", counts.chunkEdges());
        unmerged.addProperty("sourceGap", counts.sourceGaps());
        unmerged.addProperty("destinationGap", counts.destinationGaps());
        unmerged.addProperty("gapOnBothSides", counts.gapsOnBothSides());
        unmerged.addProperty("alignment", counts.paddedNeighbours());
        object.add("notMerged", unmerged);
    }

    /// Names and figures, one a line.
    static String table(final PlanOutcome outcome) {
        final StringBuilder text = new StringBuilder();
        switch (outcome.subject()) {
            case PlanSubject.OfWorkload of -> {
                line(text, "workload", of.workload().name());
                line(
                        text,
                        "prefill -> decode",
                        of.workload().prefill() + " -> " + of.workload().decode());
                line(
                        text,
                        "transfer",
                        "sender %d -> receiver %d, one of %d"
                                .formatted(
                                        of.ranks().sender(),
                                        of.ranks().receiver(),
                                        of.workload().pairs().size()));
            }
            case PlanSubject.OfFile of -> line(text, "file", of.file());
        }
        final int descriptors = outcome.subject().pairs().size();
        line(text, "descriptors", descriptors);
        line(
                text,
                "  of zero length, skipped",
                descriptors - outcome.subject().pairs().nonEmptyCount());
        line(text, "bytes", bytes(outcome.subject().pairs().totalBytes()));
        outcome.plan().ifPresent(plan -> add(text, outcome, plan));
        line(
                text,
                "route",
                switch (outcome.gate()) {
                    case Eligibility.Admitted _ -> "coalesced";
                    case Eligibility.Refused refused -> "direct, " + refused.message();
                });
        return text.substring(0, text.length() - 1);
    }

    private static void add(
            final StringBuilder text, final PlanOutcome outcome, final TransferPlan plan) {
        final PlanStatistics counts =
                PlanStatistics.of(outcome.subject().pairs(), outcome.limits());
        line(text, "pieces to gather", counts.pieces());
        line(text, "  descriptors merged into them", counts.merges());
        line(text, "  not merged: chunk ends", counts.chunkEdges());
        line(text, "  not merged: source has a gap", counts.sourceGaps());
        line(text, "  not merged: destination has a gap", counts.destinationGaps());
        line(text, "  not merged: both have a gap", counts.gapsOnBothSides());
        line(text, "  not merged: padded to 32", counts.paddedNeighbours());
        line(text, "chunks to write", counts.chunks());
        line(text, "  largest region", bytes(plan.maxRegionBytes()));
        line(text, "  all regions", bytes(counts.regionBytes()));
        line(text, "packed bytes", bytes(counts.payloadBytes() + counts.paddingBytes()));
        line(text, "  padding", bytes(counts.paddingBytes()));
        line(text, "runs to scatter", counts.runs());
        line(text, "  in caller order", counts.callerOrderRuns());
        line(text, "  chunks put in destination order", counts.reorderedChunks());
        final MessageBytes messages = MessageBytes.of(plan);
        line(text, "WANT bytes", messages.want());
        line(text, "GRANT bytes, one credit each", messages.grants());
        line(text, "DATA bytes", messages.data());
        line(text, "  largest", messages.largestData());
        line(
                text,
                "  per descriptor",
                String.format(
                        Locale.ROOT,
                        "%.3f",
                        (double) messages.data() / Math.max(1, counts.descriptors())));
        line(text, "ACK bytes, one chunk each", messages.acks());
    }

    /// Exact, with a rounded unit where that helps.
    private static String bytes(final long bytes) {
        final String exact = ByteSize.format(bytes);
        return exact.endsWith("iB") ? bytes + " (" + exact + ")" : Long.toString(bytes);
    }

    private static void line(final StringBuilder text, final String name, final Object value) {
        text.append(String.format(Locale.ROOT, "%-36s %s%n", name, value));
    }
}
