package dev.bounce.hw.bench.serving;

import java.util.ArrayList;
import java.util.List;

/// What one worker came to.
///
/// @param rowsPeak most index rows held at once
/// @param promptsPeak most requests with blocks at once
/// @param pinnedBlocksPeak most blocks under a pin at once
/// @param windowBlocksPeak most blocks of the transfer window in use at once
/// @param quarantinedBlocks at the end: of failed requests, still to be proven quiet
/// @param ownedBlocks at the end, those in quarantine included
/// @param transfers that were submitted
/// @param directTransfers of them, those that went descriptor by descriptor
/// @param descriptors of all of them
/// @param bytes of all of them
/// @param verifiedRequests whose every byte was compared
/// @param verifiedBytes that were compared
/// @param nanos of a decode worker, times from GEN_INIT to a complete cache; of a prefill worker,
///     of its transfers, from the call of submit to the report of success
record WorkerFigures(
        int rowsPeak,
        int promptsPeak,
        int pinnedBlocksPeak,
        int windowBlocksPeak,
        int quarantinedBlocks,
        int ownedBlocks,
        long transfers,
        long directTransfers,
        long descriptors,
        long bytes,
        int verifiedRequests,
        long verifiedBytes,
        List<Long> nanos) {
    static final WorkerFigures NONE =
            new WorkerFigures(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, List.of());

    /// Copies the list.
    WorkerFigures {
        nanos = List.copyOf(nanos);
    }

    /// Those of two workers: the higher peak, the sum of the rest.
    WorkerFigures with(final WorkerFigures other) {
        final List<Long> ready = new ArrayList<>(nanos);
        ready.addAll(other.nanos);
        return new WorkerFigures(
                Math.max(rowsPeak, other.rowsPeak),
                Math.max(promptsPeak, other.promptsPeak),
                Math.max(pinnedBlocksPeak, other.pinnedBlocksPeak),
                Math.max(windowBlocksPeak, other.windowBlocksPeak),
                quarantinedBlocks + other.quarantinedBlocks,
                ownedBlocks + other.ownedBlocks,
                transfers + other.transfers,
                directTransfers + other.directTransfers,
                descriptors + other.descriptors,
                bytes + other.bytes,
                verifiedRequests + other.verifiedRequests,
                verifiedBytes + other.verifiedBytes,
                ready);
    }
}
