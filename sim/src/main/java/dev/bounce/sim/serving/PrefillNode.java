package dev.bounce.sim.serving;

import dev.bounce.engine.Effect;
import dev.bounce.model.kv.ContextRequest;
import dev.bounce.model.kv.KvInvariants;
import dev.bounce.model.kv.PrefillWorker;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/// A prefill worker with its engine and its pools, and its peaks.
final class PrefillNode {
    private static final long SEND_TIMEOUT_NANOS = 10_000_000_000L;

    private final ServingSettings settings;
    private final EngineNode engine;
    private final PrefillWorker worker;
    private final NodePools pools;

    /// Requests that have come and are not let in.
    private final LinkedHashSet<Long> waiting = new LinkedHashSet<>();

    private final TreeSet<Long> computing = new TreeSet<>();
    private final TreeMap<Long, List<Integer>> submitted = new TreeMap<>();
    private int prefilled;
    private int rowsPeak;
    private int pinnedPeak;
    private int promptsPeak;

    PrefillNode(
            final VirtualTime time,
            final int index,
            final long instance,
            final ServingSettings settings,
            final Consumer<Effect> listener) {
        this.settings = settings;
        engine = new EngineNode(time, "prefill-" + index, instance, settings, listener);
        worker =
                new PrefillWorker(
                        NodePools.sizing(
                                settings,
                                settings.batch(),
                                settings.doublesRows(),
                                settings.prefillBlocks()),
                        SEND_TIMEOUT_NANOS);
        pools = new NodePools(0x7F00_0020_0000L, settings.prefillBlocks(), settings.slotBytes());
    }

    EngineNode engine() {
        return engine;
    }

    PrefillWorker worker() {
        return worker;
    }

    NodePools pools() {
        return pools;
    }

    void arrive(final long id) {
        waiting.add(id);
    }

    void leave(final long id) {
        waiting.remove(id);
    }

    /// Lets requests in. A row that is kept until its send has ended is one that nobody else has:
    /// without early release no more requests come in than there are rows.
    void letIn(final TreeMap<Long, Integer> promptTokens) {
        final int most =
                settings.releasesEarly() ? Integer.MAX_VALUE : worker.holdings().sizing().rows();
        while (!waiting.isEmpty() && worker.ids().size() < most) {
            final long id = waiting.removeFirst();
            worker.add(id, promptTokens.get(id), false, false);
        }
    }

    /// Requests whose prompts begin to be computed.
    List<Long> started() {
        final List<Long> started = new ArrayList<>();
        for (final long id : worker.ids()) {
            if (worker.request(id).phase() == ContextRequest.Phase.PREFILLING
                    && computing.add(id)) {
                started.add(id);
            }
        }
        return started;
    }

    void computed() {
        prefilled++;
    }

    /// Blocks to send of each request that is ready to be sent.
    TreeMap<Long, List<Integer>> submitted() {
        return submitted;
    }

    /// Looks at the worker after a step.
    ///
    /// @return what is wrong with it, `null` if nothing is
    String observe(final long nowNanos) {
        rowsPeak = Math.max(rowsPeak, rows());
        promptsPeak = Math.max(promptsPeak, prompts());
        pinnedPeak = Math.max(pinnedPeak, worker.holdings().pool().pinned());
        return KvInvariants.fault(worker.holdings(), worker.views(), nowNanos);
    }

    /// Index rows that are held.
    int rows() {
        return settings.releasesEarly() ? worker.holdings().rowsTaken() : prompts();
    }

    /// Requests that hold blocks.
    int prompts() {
        int count = 0;
        for (final long id : worker.ids()) {
            count += worker.holdings().pool().blocks(id).length > 0 ? 1 : 0;
        }
        return count;
    }

    int prefilled() {
        return prefilled;
    }

    int rowsPeak() {
        return rowsPeak;
    }

    int pinnedPeak() {
        return pinnedPeak;
    }

    int promptsPeak() {
        return promptsPeak;
    }
}
