package dev.bounce.sim.serving;

import dev.bounce.model.kv.DecodeWorker;
import dev.bounce.model.kv.KvInvariants;
import dev.bounce.model.kv.Outcome;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToIntFunction;

/// What a run comes to: its answers, how soon prompts were where they were needed, and the most
/// that the workers held at a time.
final class ServingTally {
    private final VirtualTime time;
    private final List<PrefillNode> prefills;
    private final DecodeWorker decode;
    private final List<Long> readyNanos = new ArrayList<>();
    private final List<ServingReport.Sample> samples = new ArrayList<>();
    private int served;
    private int cancelled;
    private int failed;
    private int windowPeak;
    private long descriptors;

    ServingTally(
            final VirtualTime time, final List<PrefillNode> prefills, final DecodeWorker decode) {
        this.time = time;
        this.prefills = prefills;
        this.decode = decode;
    }

    /// A client has its answer.
    void answered(final Outcome outcome) {
        switch (outcome) {
            case SUCCESS -> served++;
            case CANCELLED -> cancelled++;
            case FAILED, OPEN -> failed++;
        }
    }

    /// Clients that have their answers.
    int answeredCount() {
        return served + cancelled + failed;
    }

    /// The blocks of a prompt are in place.
    ///
    /// @param nanos since it arrived
    void ready(final long nanos) {
        readyNanos.add(nanos);
    }

    /// A transfer is submitted.
    void submitted(final DescriptorPairs pieces) {
        descriptors += pieces.size();
    }

    /// Looks at all workers after a turn.
    ///
    /// @throws IllegalStateException if an invariant of a pool is broken
    void observe() {
        final long now = time.nowNanos();
        sample(now);
        windowPeak = Math.max(windowPeak, decode.holdings().window().counted(now));
        for (final PrefillNode prefill : prefills) {
            require(prefill.observe(now));
        }
        require(KvInvariants.fault(decode.holdings(), decode.views(), now));
    }

    private static void require(final String fault) {
        if (fault != null) {
            throw new IllegalStateException(fault);
        }
    }

    private void sample(final long now) {
        final ServingReport.Sample last = samples.isEmpty() ? null : samples.getLast();
        final int rows = sum(PrefillNode::rows);
        final int prompts = sum(PrefillNode::prompts);
        final int prefilled = sum(PrefillNode::prefilled);
        if (last == null
                || last.rows() != rows
                || last.prompts() != prompts
                || last.prefilled() != prefilled) {
            samples.add(new ServingReport.Sample(now, rows, prompts, prefilled));
        }
    }

    private int sum(final ToIntFunction<PrefillNode> count) {
        return prefills.stream().mapToInt(count).sum();
    }

    private int most(final ToIntFunction<PrefillNode> peak) {
        return prefills.stream().mapToInt(peak).max().orElse(0);
    }

    /// What the run came to.
    ServingReport report() {
        readyNanos.sort(null);
        return new ServingReport(
                served,
                cancelled,
                failed,
                most(PrefillNode::rowsPeak),
                most(PrefillNode::pinnedPeak),
                windowPeak,
                readyNanos,
                sum(prefill -> prefill.worker().quarantinedBlocks()) + decode.quarantinedBlocks(),
                descriptors,
                most(PrefillNode::promptsPeak),
                samples,
                time.nowNanos());
    }
}
