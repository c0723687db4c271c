package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;

/// What every plan must satisfy, found from its public face alone.
final class PlanCheck {
    private PlanCheck() {}

    /// The first property that does not hold, or `null`.
    static String violation(
            final DescriptorPairs pairs, final PlanLimits limits, final TransferPlan plan) {
        if (plan.chunkCount() > limits.maxChunks()) {
            return plan.chunkCount() + " chunks";
        }
        final CopyMap wanted = new CopyMap();
        long payload = 0;
        for (int i = 0; i < pairs.size(); i++) {
            wanted.add(pairs.source()[i], pairs.destination()[i], pairs.bytes()[i]);
            payload += pairs.bytes()[i];
        }
        final CopyMap made = new CopyMap();
        long planned = 0;
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            final String fault = chunkViolation(limits, plan, chunk, made);
            if (fault != null) {
                return "chunk " + chunk + ": " + fault;
            }
            planned += plan.payloadBytes(chunk);
        }
        if (payload != planned || payload != plan.payloadBytes()) {
            return "payload " + planned + " and " + plan.payloadBytes() + ", not " + payload;
        }
        return made.equals(wanted) ? null : "copies other bytes: " + made + ", not " + wanted;
    }

    private static String chunkViolation(
            final PlanLimits limits, final TransferPlan plan, final int chunk, final CopyMap made) {
        final int first = plan.firstPiece(chunk);
        final int pieces = plan.endPiece(chunk) - first;
        final long regionBytes = plan.regionBytes(chunk);
        if (pieces < 1 || pieces > limits.maxPieces()) {
            return pieces + " pieces";
        }
        if (regionBytes > limits.maxRegionBytes() || regionBytes > plan.maxRegionBytes()) {
            return "region of " + regionBytes;
        }
        long end = SealKey.PAYLOAD_OFFSET;
        long payload = 0;
        for (int piece = first; piece < first + pieces; piece++) {
            final long offset = plan.pieceRegionOffset(piece);
            if (offset % 32 != 0 || offset < end || plan.pieceBytes(piece) < 1) {
                return "piece " + piece + " at " + offset + " after " + end;
            }
            end = offset + plan.pieceBytes(piece);
            payload += plan.pieceBytes(piece);
        }
        if (end + SealKey.SEAL_BYTES > regionBytes || payload != plan.payloadBytes(chunk)) {
            return "ends at " + end + " of " + regionBytes + ", payload " + payload;
        }
        if (plan.runs(chunk).size() > limits.maxRuns()) {
            return plan.runs(chunk).size() + " runs";
        }
        return compose(plan, chunk, made);
    }

    /// Follows each byte from the pieces through the region and the runs.
    private static String compose(final TransferPlan plan, final int chunk, final CopyMap made) {
        final ScatterRuns runs = plan.runs(chunk);
        int piece = plan.firstPiece(chunk);
        long taken = 0;
        for (int run = 0; run < runs.size(); run++) {
            for (int i = 0; i < runs.count()[run]; i++) {
                long offset = runs.regionOffset()[run] + i * runs.regionStride()[run];
                long to = runs.destination()[run] + i * runs.destinationStride()[run];
                long left = runs.pieceBytes()[run];
                while (left > 0) {
                    if (piece == plan.endPiece(chunk)
                            || plan.pieceRegionOffset(piece) + taken != offset) {
                        return "run " + run + " scatters offset " + offset + ", which is no piece";
                    }
                    final long part = Math.min(left, plan.pieceBytes(piece) - taken);
                    made.add(plan.pieceSource(piece) + taken, to, part);
                    offset += part;
                    to += part;
                    left -= part;
                    taken += part;
                    if (taken == plan.pieceBytes(piece)) {
                        piece++;
                        taken = 0;
                    }
                }
            }
        }
        return piece == plan.endPiece(chunk) ? null : "piece " + piece + " is not scattered";
    }

    /// Which bytes go where, and how often, however the copies are cut: for each distance from
    /// source to destination the sources at which the number of copies changes.
    static final class CopyMap {
        private final TreeMap<Long, TreeMap<Long, Integer>> steps = new TreeMap<>();

        void add(final long from, final long to, final long bytes) {
            if (bytes != 0) {
                final TreeMap<Long, Integer> line =
                        steps.computeIfAbsent(to - from, _ -> new TreeMap<>());
                step(line, from, 1);
                step(line, from + bytes, -1);
            }
        }

        private static void step(
                final TreeMap<Long, Integer> line, final long at, final int change) {
            line.merge(at, change, (a, b) -> a + b == 0 ? null : a + b);
        }

        @Override
        public boolean equals(final Object other) {
            return other instanceof CopyMap map && steps.equals(map.steps);
        }

        @Override
        public int hashCode() {
            return steps.hashCode();
        }

        @Override
        public String toString() {
            final Iterator<Map.Entry<Long, TreeMap<Long, Integer>>> lines =
                    steps.entrySet().iterator();
            final StringBuilder text = new StringBuilder("{");
            while (lines.hasNext() && text.length() < 500) {
                text.append(lines.next()).append(' ');
            }
            return text.append(lines.hasNext() ? "...}" : "}").toString();
        }
    }
}
