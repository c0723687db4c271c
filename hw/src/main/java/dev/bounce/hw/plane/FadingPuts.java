package dev.bounce.hw.plane;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/// Direct transfers that failed while puts of theirs may still be read from: their sources stay
/// theirs until nothing of that can be left. That is when their connection is closed, UCX has told
/// of every put, and the copies of the device that ran then have ended. Loop only.
final class FadingPuts {
    private static final class Fading {
        final PutTransfer transfer;
        final Consumer<PutTransfer> ended;
        boolean disconnected;
        boolean waits;
        volatile boolean quiet;

        Fading(final PutTransfer transfer, final Consumer<PutTransfer> ended) {
            this.transfer = transfer;
            this.ended = ended;
        }
    }

    private final PlaneContext context;
    private final List<Fading> fading = new ArrayList<>();

    FadingPuts(final PlaneContext context) {
        this.context = context;
    }

    /// Ends transfers as DIRTY, later.
    ///
    /// @param ended told of each whose keys are let go of
    /// @return to be run when nothing more can be posted on their connection
    Runnable add(final List<PutTransfer> transfers, final Consumer<PutTransfer> ended) {
        final List<Fading> added =
                transfers.stream().map(transfer -> new Fading(transfer, ended)).toList();
        fading.addAll(added);
        return () -> added.forEach(one -> one.disconnected = true);
    }

    boolean isEmpty() {
        return fading.isEmpty();
    }

    /// Ends what is over.
    ///
    /// @return number of transfers
    int poll() {
        int count = 0;
        for (final Fading one : List.copyOf(fading)) {
            if (one.disconnected && !one.waits && !one.transfer.isUnderWay()) {
                one.waits = true;
                context.copies()
                        .await("direct transfer=" + one.transfer.id(), () -> one.quiet = true);
            }
            if (one.quiet) {
                fading.remove(one);
                context.tell(new Event.DirectEnded(one.transfer.id(), WriteOutcome.DIRTY));
                one.transfer.close();
                one.ended.accept(one.transfer);
                count++;
            }
        }
        return count;
    }
}
