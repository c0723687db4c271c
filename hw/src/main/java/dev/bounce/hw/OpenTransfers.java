package dev.bounce.hw;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Outcome;
import dev.bounce.engine.Refusal;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.model.plan.Ineligibility;
import dev.bounce.model.plan.Transfer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;

/// The transfers that the engine has and that are not over, and how transfers end. Reactor only,
/// except for what is static.
final class OpenTransfers {
    private final Map<Long, TransferHandle> open = new HashMap<>();
    private final AgentCounters counters;
    private final Executor executor;

    /// @param executor completes futures
    OpenTransfers(final AgentCounters counters, final Executor executor) {
        this.counters = counters;
        this.executor = executor;
    }

    int size() {
        return open.size();
    }

    /// The engine gets a transfer now.
    void accept(final TransferHandle handle, final long nowNanos) {
        handle.accepted(nowNanos);
        open.put(handle.id(), handle);
        switch (handle.transfer()) {
            case Transfer.Coalesced _ -> counters.coalesced++;
            case Transfer.Direct direct -> counters.direct.add(direct.reason());
        }
    }

    /// A chunk is being staged.
    void staged(final long transferId, final int chunk) {
        final TransferHandle handle = open.get(transferId);
        if (handle != null) {
            handle.chunkStaged(chunk);
        }
    }

    /// What the gathers of a transfer wait for, `null` for nothing.
    CudaEvent gatherAfter(final long transferId) {
        final TransferHandle handle = open.get(transferId);
        return handle == null ? null : handle.gatherAfter();
    }

    /// A transfer is over.
    void resolve(final Effect.Resolve resolve, final long nowNanos) {
        final TransferHandle handle = open.remove(resolve.transferId());
        if (handle == null) {
            throw new IllegalStateException(
                    "transfer " + resolve.transferId() + " is resolved a second time");
        }
        counters.resolved.add(resolve.outcome());
        final TransferResult result =
                new TransferResult(
                        resolve.outcome(),
                        null,
                        resolve.delivered(),
                        resolve.quiescent(),
                        route(handle),
                        directReason(handle),
                        handle.timings(nowNanos));
        if (result.isSuccess()) {
            switch (handle.transfer()) {
                case Transfer.Coalesced coalesced ->
                        counters.coalescedBytes += coalesced.plan().payloadBytes();
                case Transfer.Direct direct -> counters.directBytes += direct.pairs().totalBytes();
            }
        }
        complete(handle, result, executor);
    }

    /// The engine does not take a transfer.
    void refuse(final long transferId, final Refusal reason, final long nowNanos) {
        final TransferHandle handle = open.remove(transferId);
        if (handle != null) {
            counters.refused.add(reason);
            complete(handle, refusal(handle, reason, nowNanos), executor);
        }
    }

    /// Nothing more is known of any transfer.
    void fail(final RuntimeException failure) {
        open.values().forEach(handle -> fail(handle, failure, executor));
        open.clear();
    }

    /// What a transfer that is refused ends with.
    static TransferResult refusal(
            final TransferHandle handle, final Refusal reason, final long nowNanos) {
        return new TransferResult(
                null,
                reason,
                false,
                true,
                route(handle),
                directReason(handle),
                handle.timings(nowNanos));
    }

    /// What a transfer ends with that was cancelled before the engine had it.
    static TransferResult cancelled(final TransferHandle handle, final long nowNanos) {
        return new TransferResult(
                Outcome.CANCELLED,
                null,
                false,
                true,
                route(handle),
                directReason(handle),
                handle.timings(nowNanos));
    }

    static void complete(
            final TransferHandle handle, final TransferResult result, final Executor executor) {
        handle.resolved();
        executor.execute(() -> handle.future().complete(result));
    }

    static void fail(
            final TransferHandle handle, final Throwable failure, final Executor executor) {
        handle.resolved();
        executor.execute(() -> handle.future().completeExceptionally(failure));
    }

    static TransferRoute route(final TransferHandle handle) {
        return handle.transfer() instanceof Transfer.Coalesced
                ? TransferRoute.BOUNCE
                : TransferRoute.DIRECT;
    }

    static Ineligibility directReason(final TransferHandle handle) {
        return handle.transfer() instanceof Transfer.Direct direct ? direct.reason() : null;
    }
}
