package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.cuda.CudaKernels;
import dev.bounce.hw.memory.CudaMemory;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// [CopyEngine] for the memory of one GPU: one kernel launch moves the pieces of a chunk. Gathers
/// and
/// scatters have slots and streams of their own, those of scatters one step more urgent.
///
/// The end of a copy is read from a word in host memory that its kernel writes; the driver is asked
/// only for errors, about once a millisecond. One thread, after the one that made it.
public final class CudaCopyEngine implements CopyEngine {
    private static final Logger LOG = LoggerFactory.getLogger(CudaCopyEngine.class);
    private static final int SLOT_ENTRIES = 16_384;
    private static final long CHECK_NANOS = 1_000_000;
    private static final long CLOSE_TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long CLOSE_PAUSE_NANOS = 50_000;

    private final CudaMemory memory;
    private final CudaContext context;
    private final CudaKernels kernels;
    private final CudaLane gathers;
    private final CudaLane scatters;
    private Thread bound;
    private long checkNanos;

    /// Loads the kernels and runs one, so that the first copy does not pay for it.
    ///
    /// @param memory stays the caller's
    /// @throws CudaException if the device does not take the kernels or does not run them
    public CudaCopyEngine(final CudaMemory memory, final CopyConfig config) {
        this(memory, config, SLOT_ENTRIES);
    }

    /// As above, with plans of another size.
    ///
    /// @param slotEntries most entries of one launch
    public CudaCopyEngine(final CudaMemory memory, final CopyConfig config, final int slotEntries) {
        this.memory = memory;
        context = memory.context();
        kernels = new CudaKernels(context);
        final int blocks = config.copyBlocks();
        final int gatherPriority = context.priority(-config.copyPriority());
        final int scatterPriority = context.priority(-config.copyPriority() - 1);
        final List<CopySlot> gatherSlots = new ArrayList<>();
        final List<CopySlot> scatterSlots = new ArrayList<>();
        for (int slot = 0; slot < config.gatherSlots(); slot++) {
            gatherSlots.add(CopySlot.ofGather(kernels, slotEntries, gatherPriority, blocks));
        }
        for (int slot = 0; slot < config.scatterSlots(); slot++) {
            scatterSlots.add(CopySlot.ofScatter(kernels, slotEntries, scatterPriority, blocks));
        }
        warmUp(gatherSlots);
        warmUp(scatterSlots);
        gathers = new CudaLane(gatherSlots, slotEntries, blocks);
        scatters = new CudaLane(scatterSlots, slotEntries, blocks);
    }

    /// A launch that copies nothing must write its word: then the rest can be relied on.
    private static void warmUp(final List<CopySlot> slots) {
        for (final CopySlot slot : slots) {
            slot.launch(0, 0, 0, 0, false, 0);
            slot.stream().synchronize();
            if (slot.outcome() != CopySlot.Outcome.DONE) {
                throw new IllegalStateException("a copy kernel did not write its completion word");
            }
        }
    }

    @Override
    public void gather(
            final long copyId,
            final TransferPlan plan,
            final int chunk,
            final long region,
            final SealKey seal) {
        gather(copyId, plan, chunk, region, seal, null);
    }

    @Override
    public void gather(
            final long copyId,
            final TransferPlan plan,
            final int chunk,
            final long region,
            final SealKey seal,
            final CudaEvent after) {
        bind();
        gathers.start(
                new CudaGather(
                        copyId,
                        plan,
                        chunk,
                        addressOf(region, plan.regionBytes(chunk)),
                        seal,
                        memory.ranges(),
                        after));
    }

    @Override
    public void scatter(
            final long copyId,
            final long region,
            final long bytes,
            final ScatterRuns runs,
            final SealKey seal) {
        bind();
        final CudaScatter copy =
                new CudaScatter(
                        copyId, addressOf(region, bytes), bytes, runs, seal, memory.ranges());
        if (bytes < SealKey.OVERHEAD_BYTES) {
            scatters.end(copy, CopyOutcome.SEAL_BROKEN); // no room for two of them
        } else {
            scatters.start(copy);
        }
    }

    private long addressOf(final long region, final long bytes) {
        return memory.arenaAddress()
                + Objects.checkFromIndexSize(region, bytes, memory.arenaBytes());
    }

    /// CUDA takes the context from the thread; agents start on one and run on another.
    private void bind() {
        if (bound != Thread.currentThread()) {
            context.makeCurrent();
            bound = Thread.currentThread();
        }
    }

    @Override
    public int pollGathers(final Ends ends) {
        check();
        return gathers.poll(ends);
    }

    @Override
    public int pollScatters(final Ends ends) {
        check();
        return scatters.poll(ends);
    }

    private void check() {
        if (!gathers.isActive() && !scatters.isActive()) {
            return;
        }
        bind();
        final long now = System.nanoTime();
        if (now - checkNanos >= CHECK_NANOS) {
            checkNanos = now;
            final String found = scatters.check();
            final String cause = found == null ? gathers.check() : found;
            if (cause != null) {
                scatters.fail(cause);
                gathers.fail(cause);
            }
        }
    }

    @Override
    public boolean needsPolling() {
        return gathers.isActive() || scatters.isActive();
    }

    @Override
    public String fault() {
        return scatters.fault() != null ? scatters.fault() : gathers.fault();
    }

    @Override
    public void close() {
        bind();
        final long end = System.nanoTime() + CLOSE_TIMEOUT_NANOS;
        while (needsPolling() && System.nanoTime() < end) {
            pollScatters((_, _) -> {});
            pollGathers((_, _) -> {});
            LockSupport.parkNanos(CLOSE_PAUSE_NANOS);
        }
        if (needsPolling()) {
            LOG.warn("device={} still copies; its memory is kept", context.ordinal());
            memory.abandon();
            return;
        }
        gathers.close();
        scatters.close();
        kernels.close();
    }
}
