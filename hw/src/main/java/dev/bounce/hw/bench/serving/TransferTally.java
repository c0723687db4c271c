package dev.bounce.hw.bench.serving;

import dev.bounce.hw.TransferResult;
import dev.bounce.hw.TransferRoute;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.List;

/// What the transfers of a prefill worker came to.
final class TransferTally {
    private long transfers;
    private long direct;
    private long descriptors;
    private long bytes;
    private final List<Long> nanos = new ArrayList<>();

    void submitted(final DescriptorPairs pairs) {
        transfers++;
        descriptors += pairs.size();
        bytes += pairs.totalBytes();
    }

    void ended(final TransferResult result) {
        direct += result.route() == TransferRoute.DIRECT ? 1 : 0;
        if (result.isSuccess()) {
            nanos.add(result.timings().resolvedNanos());
        }
    }

    /// With what the worker holds.
    WorkerFigures figures(final Gauges gauges, final int quarantinedBlocks, final int ownedBlocks) {
        return new WorkerFigures(
                gauges.rowsPeak(),
                gauges.promptsPeak(),
                gauges.pinnedPeak(),
                gauges.windowPeak(),
                quarantinedBlocks,
                ownedBlocks,
                transfers,
                direct,
                descriptors,
                bytes,
                0,
                0,
                nanos);
    }
}
