package dev.bounce.sim.world;

import dev.bounce.model.kv.CacheLengths;
import dev.bounce.model.kv.ContextRequest;
import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.GenerationRequest;
import dev.bounce.model.kv.IndexRows;
import dev.bounce.model.kv.KvInvariants;
import dev.bounce.model.kv.Outcome;
import dev.bounce.model.kv.PrefillWorker;
import dev.bounce.sim.check.PropertyViolation;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Looks at each worker after each of their steps, and keeps their figures. The properties are
/// those of `KvLifecycle`; the invariants of the pools have the names of [KvInvariants].
final class ServingChecks {
    private final Map<Long, CacheLengths> lengths = new HashMap<>();
    private final Map<Long, Outcome> prefillOutcomes = new HashMap<>();
    private final Map<Long, Outcome> decodeOutcomes = new HashMap<>();
    private final List<Long> readyNanos = new ArrayList<>();
    private int served;
    private int cancelled;
    private int failed;
    private int rowsPeak;
    private int pinnedPeak;
    private int windowPeak;
    private final Map<Integer, Integer> prefillQuarantined = new HashMap<>();
    private int decodeQuarantined;
    private int quarantinedPeak;
    private long descriptors;
    private long pieces;

    /// Runs a step of a worker; what it demands of itself is a property, too.
    void guard(final Runnable step) {
        try {
            step.run();
        } catch (final AssertionError broken) {
            throw new PropertyViolation("HoldingsFit", broken.getMessage(), broken);
        }
    }

    /// @param agent whose application the worker is
    void look(final int agent, final PrefillWorker prefill, final long nowNanos) {
        rowsPeak = Math.max(rowsPeak, prefill.holdings().rowsTaken());
        pinnedPeak = Math.max(pinnedPeak, prefill.holdings().pool().pinned());
        prefillQuarantined.put(agent, prefill.quarantinedBlocks());
        quarantine();
        require(KvInvariants.fault(prefill.holdings(), prefill.views(), nowNanos));
        for (final long id : prefill.ids()) {
            final ContextRequest request = prefill.request(id);
            prefillOutcomes.put(id, request.outcome());
            if (prefill.needsCancel(id, nowNanos)) {
                throw new PropertyViolation(
                        "DeadlinesAreExamined", "send " + id + " is late, nobody has looked");
            }
            if (request.evidence().isOpen() && holdsRow(prefill, id)) {
                throw new PropertyViolation(
                        "SendHoldsNoRow", "send " + id + " holds row of the prefill worker");
            }
        }
    }

    private static boolean holdsRow(final PrefillWorker prefill, final long id) {
        final IndexRows rows = prefill.holdings().rows();
        for (int row = 0; row < rows.capacity(); row++) {
            if (rows.owner(row) == id) {
                return true;
            }
        }
        return false;
    }

    void look(final DecodeWorker decode, final long nowNanos) {
        windowPeak = Math.max(windowPeak, decode.holdings().window().counted(nowNanos));
        decodeQuarantined = decode.quarantinedBlocks();
        quarantine();
        require(KvInvariants.fault(decode.holdings(), decode.views(), nowNanos));
        for (final long id : decode.ids()) {
            final GenerationRequest request = decode.request(id);
            decodeOutcomes.put(id, request.outcome());
            if (decode.needsCancel(id, nowNanos)) {
                throw new PropertyViolation(
                        "DeadlinesAreExamined", "receive " + id + " is late, nobody has looked");
            }
            final CacheLengths now = decode.lengths(id);
            requireOrder(request.phase() + " ", lengths.put(id, now), now);
        }
        lengths.keySet().removeIf(id -> decode.request(id) == null);
    }

    /// Lengths are in order, and the history of a request never shrinks.
    ///
    /// @param before what they were, `null` if the request is new
    static void requireOrder(
            final String subject, final CacheLengths before, final CacheLengths now) {
        if (now.committed() > now.history()
                || now.history() > now.capacity()
                || before != null && now.history() < before.history()) {
            throw new PropertyViolation("LengthsInOrder", subject + now + " after " + before);
        }
    }

    private void quarantine() {
        final int prefills = prefillQuarantined.values().stream().mapToInt(count -> count).sum();
        quarantinedPeak = Math.max(quarantinedPeak, prefills + decodeQuarantined);
    }

    /// An invariant of the pools is broken, unless `fault` is `null`.
    private static void require(final String fault) {
        if (fault != null) {
            throw new PropertyViolation(fault.substring(0, fault.indexOf(':')), fault);
        }
    }

    /// A worker answers for a request: a failure is final, whatever is reported later.
    void answered(final long id, final boolean isDecode, final Outcome outcome) {
        final Outcome known = (isDecode ? decodeOutcomes : prefillOutcomes).get(id);
        if (known != null && known != Outcome.OPEN && known != outcome) {
            throw new PropertyViolation(
                    "FailureIsFinal",
                    "request " + id + " was " + known + " and is answered as " + outcome);
        }
    }

    /// The client of a request hears of it, or its decode worker has died; the first counts.
    void responded(final ServingJob job, final Outcome outcome) {
        if (!job.responded) {
            job.responded = true;
            switch (outcome) {
                case SUCCESS -> served++;
                case CANCELLED -> cancelled++;
                case FAILED, OPEN -> failed++;
            }
        }
    }

    /// The decode worker of a request has died.
    void lost(final ServingJob job) {
        responded(job, Outcome.FAILED);
    }

    /// A cache is complete, so long after its request has come.
    void ready(final long nanos) {
        readyNanos.add(nanos);
    }

    /// A transfer of so many blocks was cut into so many pieces.
    void moved(final int blocks, final int cut) {
        descriptors += 2L * blocks;
        pieces += cut;
    }

    ServingFigures figures(final int requests, final int quarantined) {
        readyNanos.sort(null);
        return new ServingFigures(
                requests,
                served,
                cancelled,
                failed,
                rowsPeak,
                pinnedPeak,
                windowPeak,
                quarantinedPeak,
                readyNanos,
                quarantined,
                descriptors,
                pieces);
    }
}
