package dev.bounce.model.kv;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/// A prefill worker under pressure: a batch of 8, prompts of 4 blocks that all come at once, and
/// sends that take ten times as long as a prefill.
final class Pressure {
    private static final int BATCH = 8;
    private static final int PROMPTS = 100;
    private static final int BLOCKS = 256;
    private static final int SEND_TIMES_PREFILL = 10;

    private final PrefillWorker worker =
            new PrefillWorker(KvSizing.of(BATCH, 1, false, BLOCKS, 4, 32), 0);
    private final PriorityQueue<Due> queue = new PriorityQueue<>();
    private final List<Long> started = new ArrayList<>();
    private int rowsPeak;
    private int requestsPeak;
    private int pinnedPeak;

    private record Due(long at, long id, ContextEvent event) implements Comparable<Due> {
        @Override
        public int compareTo(final Due other) {
            final int byTime = Long.compare(at, other.at);
            return byTime != 0 ? byTime : Long.compare(id, other.id);
        }
    }

    private Pressure() {}

    /// Runs until every prompt is sent.
    ///
    /// @return peaks, and the time in units of one prefill
    static String run() {
        final Pressure pressure = new Pressure();
        final long end = pressure.runAll();
        return "rows "
                + pressure.rowsPeak
                + ", requests "
                + pressure.requestsPeak
                + ", pinned "
                + pressure.pinnedPeak
                + ", time "
                + end;
    }

    private long runAll() {
        for (long id = 0; id < PROMPTS; id++) {
            worker.add(id, 128, false, false);
        }
        long now = 0;
        turn(now);
        while (!queue.isEmpty()) {
            now = queue.peek().at;
            while (!queue.isEmpty() && queue.peek().at == now) {
                final Due due = queue.poll();
                worker.report(due.id, due.event, now);
                if (due.event == ContextEvent.PREFILL_DONE) {
                    queue.add(
                            new Due(
                                    now + SEND_TIMES_PREFILL,
                                    due.id,
                                    ContextEvent.TRANSFER_SUCCEEDED));
                }
            }
            turn(now);
        }
        if (!worker.ids().isEmpty()) {
            throw new AssertionError(worker.ids() + " never ran");
        }
        return now;
    }

    private void turn(final long now) {
        worker.turn(now);
        int holding = 0;
        for (final long id : worker.ids()) {
            if (worker.request(id).phase() == ContextRequest.Phase.PREFILLING
                    && !started.contains(id)) {
                started.add(id);
                queue.add(new Due(now + 1, id, ContextEvent.PREFILL_DONE));
            }
            holding += worker.holdings().isHeld(id) ? 1 : 0;
        }
        final String fault = KvInvariants.fault(worker.holdings(), worker.views(), now);
        if (fault != null) {
            throw new AssertionError(fault);
        }
        requestsPeak = Math.max(requestsPeak, holding);
        rowsPeak = Math.max(rowsPeak, worker.holdings().rowsTaken());
        pinnedPeak = Math.max(pinnedPeak, worker.holdings().pool().pinned());
    }
}
