package dev.bounce.hw;

import dev.bounce.engine.Refusal;
import dev.bounce.hw.TransferProgress.Stage;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.model.plan.Transfer;
import dev.bounce.model.vmm.Pairing;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/// One transfer that was submitted. Any thread.
public final class TransferHandle {
    private final long id;
    private final String peer;
    private final Transfer transfer;
    private final long submittedNanos;
    private final Consumer<TransferHandle> onCancel;
    private final CompletableFuture<TransferResult> future = new CompletableFuture<>();
    private final AtomicReference<Stage> stage = new AtomicReference<>(Stage.HELD);
    private final Pairing.Refused fault;
    private final Refusal refusal;
    private final Runnable onResolved;
    private volatile CudaEvent gatherAfter;
    private volatile int chunksStaged;
    private volatile long acceptedNanos;

    /// @param transfer how it is carried out, `null` if `fault` keeps it from being so
    /// @param submittedNanos when `submit` was called, on the agent's clock
    /// @param onCancel asks for the cancellation of a transfer that is not held
    /// @param onResolved told once it is over; may be told twice
    /// @param fault which pair keeps it from being carried out, `null` if none does
    /// @param refusal why it is not to be carried out, `null` if it is
    TransferHandle(
            final long id,
            final String peer,
            final Transfer transfer,
            final long submittedNanos,
            final Consumer<TransferHandle> onCancel,
            final Runnable onResolved,
            final Pairing.Refused fault,
            final Refusal refusal) {
        this.id = id;
        this.peer = peer;
        this.transfer = transfer;
        this.submittedNanos = submittedNanos;
        this.onCancel = onCancel;
        this.onResolved = onResolved;
        this.fault = fault;
        this.refusal = refusal;
    }

    /// Names this transfer within this life of its agent; at least 1.
    public long id() {
        return id;
    }

    /// Name of the receiver.
    public String peer() {
        return peer;
    }

    /// Completes once, on the executor of the agent: with a result, or with [AgentFailedException]
    /// if the agent broke, or with what `ready` failed with. Completing it has no effect on the
    /// transfer.
    public CompletableFuture<TransferResult> future() {
        return future;
    }

    /// Which pair keeps the transfer from being carried out, and why: a source that is not
    /// registered here, or a destination outside the regions that the peer has told. `null` if none
    /// does. The future then says UNKNOWN_MEMORY, and nothing was submitted.
    public Pairing.Refused fault() {
        return fault;
    }

    /// Why it is refused before anything is submitted, `null` if it is not.
    Refusal refusal() {
        return refusal;
    }

    /// How far it has come.
    public TransferProgress progress() {
        final int chunks =
                transfer instanceof Transfer.Coalesced coalesced
                        ? coalesced.plan().chunkCount()
                        : 0;
        return new TransferProgress(stage.get(), chunksStaged, chunks);
    }

    /// Asks that nothing more is moved. The future completes as soon as that is so, at most the
    /// close time-out later; the transfer may still succeed.
    public void cancel() {
        onCancel.accept(this);
    }

    /// Gathers of this transfer wait for that event. Before it is queued.
    void gatherAfter(final CudaEvent event) {
        gatherAfter = event;
    }

    /// What its gathers wait for, `null` for nothing.
    CudaEvent gatherAfter() {
        return gatherAfter;
    }

    /// How it is carried out, `null` if it has a [#fault].
    Transfer transfer() {
        return transfer;
    }

    long submittedNanos() {
        return submittedNanos;
    }

    /// Moves on, unless it stands elsewhere.
    boolean advance(final Stage from, final Stage to) {
        return stage.compareAndSet(from, to);
    }

    /// Reactor only.
    void accepted(final long nowNanos) {
        acceptedNanos = nowNanos;
        stage.set(Stage.ACCEPTED);
    }

    /// Reactor only.
    void chunkStaged(final int chunk) {
        chunksStaged = Math.max(chunksStaged, chunk + 1);
    }

    /// @param nowNanos when it was over, on the agent's clock
    TransferTimings timings(final long nowNanos) {
        return new TransferTimings(
                acceptedNanos == 0 ? 0 : acceptedNanos - submittedNanos, nowNanos - submittedNanos);
    }

    void resolved() {
        stage.set(Stage.RESOLVED);
        onResolved.run();
    }
}
