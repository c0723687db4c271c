package dev.bounce.model.plan;

import dev.bounce.model.wire.ScatterRuns;
import java.util.List;

/// The bytes that runs write.
final class RunDestinations {
    private RunDestinations() {}

    /// Union over all runs of all chunks. A strided run is as many intervals as it has pieces.
    static AddressSet all(final List<ScatterRuns> chunks) {
        int count = 0;
        for (final ScatterRuns runs : chunks) {
            for (final int pieces : runs.count()) {
                count += pieces;
            }
        }
        final long[] address = new long[count];
        final long[] bytes = new long[count];
        int at = 0;
        for (final ScatterRuns runs : chunks) {
            for (int run = 0; run < runs.size(); run++) {
                long next = runs.destination()[run];
                for (int i = 0; i < runs.count()[run]; i++) {
                    address[at] = next;
                    bytes[at++] = runs.pieceBytes()[run];
                    next += runs.destinationStride()[run];
                }
            }
        }
        return AddressSet.of(address, bytes, count);
    }
}
