package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaEvent;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.cuda.CudaKernels;
import dev.bounce.hw.memory.BoundedRelease;
import dev.bounce.hw.memory.CudaMemory;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// [CopyEngine] for the memory of one GPU: one kernel launch moves the pieces of a chunk. Gathers
/// and scatters have slots, streams and threads of their own, the streams of scatters are one step
/// more urgent. Two threads share the gathers: writing the plan of a chunk takes nearly as
/// long as the chunk is on the link, and the second chunk of a request must be gathered when the
/// first one has landed.
///
/// The end of a copy is read from a word in host memory that its kernel writes; the driver is asked
/// only for errors, about once a millisecond. One thread, after the one that made it.
public final class CudaCopyEngine implements CopyEngine {
    private static final Logger LOG = LoggerFactory.getLogger(CudaCopyEngine.class);
    private static final int SLOT_ENTRIES = 16_384;
    private static final int GATHER_THREADS = 2;
    private static final long RELEASE_NANOS = TimeUnit.SECONDS.toNanos(2);

    private final CudaMemory memory;
    private final CudaContext context;
    private final CudaKernels kernels;
    private final AtomicReference<String> fault = new AtomicReference<>();
    private final List<CopyThread> gathers = new ArrayList<>();
    private final CopyThread scatters;
    private final List<Ends> laneEnds = new ArrayList<>();
    private final SlotShares shares;
    private Ends gatherEnds;

    /// Loads the kernels and runs one, so that the first copy does not pay for it.
    ///
    /// @param name of the agent, for its threads
    /// @param memory stays the caller's
    /// @param wakeUp called after each end, on any thread; must not block
    /// @throws CudaException if the device does not take the kernels or does not run them
    public CudaCopyEngine(
            final String name,
            final CudaMemory memory,
            final CopyConfig config,
            final Runnable wakeUp) {
        this(name, memory, config, SLOT_ENTRIES, wakeUp);
    }

    /// As above, with plans of another size.
    ///
    /// @param slotEntries most entries of one launch
    public CudaCopyEngine(
            final String name,
            final CudaMemory memory,
            final CopyConfig config,
            final int slotEntries,
            final Runnable wakeUp) {
        this.memory = memory;
        context = memory.context();
        kernels = new CudaKernels(context);
        final int blocks = config.copyBlocks();
        final List<CopySlot> gatherSlots = new ArrayList<>();
        final List<CopySlot> scatterSlots = new ArrayList<>();
        try {
            final int gatherPriority = context.priority(-config.copyPriority());
            final int scatterPriority = context.priority(-config.copyPriority() - 1);
            for (int slot = 0; slot < config.gatherSlots(); slot++) {
                gatherSlots.add(CopySlot.ofGather(kernels, slotEntries, gatherPriority, blocks));
            }
            for (int slot = 0; slot < config.scatterSlots(); slot++) {
                scatterSlots.add(CopySlot.ofScatter(kernels, slotEntries, scatterPriority, blocks));
            }
            warmUp(gatherSlots);
            warmUp(scatterSlots);
        } catch (final CudaException unusable) {
            gatherSlots.forEach(CopySlot::close);
            scatterSlots.forEach(CopySlot::close);
            kernels.close();
            throw unusable;
        }
        shares = new SlotShares(gatherSlots.size(), Math.min(GATHER_THREADS, gatherSlots.size()));
        for (int lane = 0; lane < shares.lanes(); lane++) {
            gathers.add(
                    new CopyThread(
                            "bounce-gather-" + lane + "-" + name,
                            context::useOnThisThread,
                            new CudaLane(slotsOf(lane, gatherSlots), slotEntries, blocks),
                            fault,
                            wakeUp));
            laneEnds.add(endsOf(lane));
        }
        scatters =
                new CopyThread(
                        "bounce-scatter-" + name,
                        context::useOnThisThread,
                        new CudaLane(scatterSlots, slotEntries, blocks),
                        fault,
                        wakeUp);
    }

    private Ends endsOf(final int lane) {
        return (copyId, outcome) -> {
            shares.giveBack(lane);
            gatherEnds.ended(copyId, outcome);
        };
    }

    private List<CopySlot> slotsOf(final int lane, final List<CopySlot> slots) {
        final List<CopySlot> own = new ArrayList<>();
        for (int slot = 0; slot < slots.size(); slot++) {
            if (shares.laneOf(slot) == lane) {
                own.add(slots.get(slot));
            }
        }
        return own;
    }

    /// A launch that copies nothing must write its word: then the rest can be relied on.
    private static void warmUp(final List<CopySlot> slots) {
        for (final CopySlot slot : slots) {
            slot.launch(0, 0, 0, 0, false, 0);
            slot.stream().synchronize();
            if (slot.outcome() != CopySlot.Outcome.DONE) {
                throw new CudaException("a copy kernel did not write its completion word", 0);
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
        final CudaCopy copy =
                new CudaGather(
                        copyId,
                        plan,
                        chunk,
                        addressOf(region, plan.regionBytes(chunk)),
                        seal,
                        memory.ranges(),
                        after);
        gathers.get(shares.take()).start(copy);
    }

    @Override
    public void scatter(
            final long copyId,
            final long region,
            final long bytes,
            final ScatterRuns runs,
            final SealKey seal) {
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

    @Override
    public void expectGathers() {
        gathers.forEach(CopyThread::expect);
    }

    @Override
    public void expectScatters() {
        scatters.expect();
    }

    @Override
    public int pollGathers(final Ends ends) {
        gatherEnds = ends;
        int count = 0;
        for (int lane = 0; lane < shares.lanes(); lane++) {
            count += gathers.get(lane).poll(laneEnds.get(lane));
        }
        return count;
    }

    @Override
    public int pollScatters(final Ends ends) {
        return scatters.poll(ends);
    }

    @Override
    public void beginNoMore() {
        gathers.forEach(CopyThread::beginNoMore);
        scatters.beginNoMore();
    }

    @Override
    public String fault() {
        return fault.get();
    }

    /// Waits, bounded, for the copies and for whatever else runs on the device, which the driver
    /// does before it takes something back. What is still in use then is kept, the arena too.
    @Override
    public boolean close() {
        beginNoMore(); // nobody asks for the ends of what waits
        boolean stopped = scatters.stop();
        for (final CopyThread thread : gathers) {
            stopped &= thread.stop();
        }
        if (!stopped) {
            LOG.warn("device={} still copies; its memory is kept", context.ordinal());
            memory.abandon();
            return false;
        }
        if (!BoundedRelease.run("copies", this::release, RELEASE_NANOS)) {
            LOG.warn("device={} is busy; the memory of the agent is kept", context.ordinal());
            memory.abandon();
        }
        return true;
    }

    private void release() {
        context.makeCurrent();
        gathers.forEach(CopyThread::close);
        scatters.close();
        kernels.close();
    }
}
