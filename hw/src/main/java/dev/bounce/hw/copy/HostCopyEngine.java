package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import java.lang.foreign.MemorySegment;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// [CopyEngine] for host memory: the copies are jobs of a [CopyPool], scatters before gathers.
public final class HostCopyEngine implements CopyEngine {
    private static final Logger LOG = LoggerFactory.getLogger(HostCopyEngine.class);

    private record End(long copyId, CopyOutcome outcome) {}

    private final HostMemory memory;
    private final CopyPool pool;
    private final Runnable wakeUp;
    private final Queue<End> gathers = new ConcurrentLinkedQueue<>();
    private final Queue<End> scatters = new ConcurrentLinkedQueue<>();

    /// @param pool runs the copies; closed with this engine
    /// @param wakeUp called after each end, on any thread; must not block
    public HostCopyEngine(final HostMemory memory, final CopyPool pool, final Runnable wakeUp) {
        this.memory = memory;
        this.pool = pool;
        this.wakeUp = wakeUp;
    }

    @Override
    public void gather(
            final long copyId,
            final TransferPlan plan,
            final int chunk,
            final long region,
            final SealKey seal) {
        final MemorySegment target = memory.arena().asSlice(region, plan.regionBytes(chunk));
        pool.submit(
                CopyPool.Lane.GATHER,
                new GatherJob(copyId, plan, chunk, target, seal, memory.ranges(), into(gathers)));
    }

    @Override
    public void scatter(
            final long copyId,
            final long region,
            final long bytes,
            final ScatterRuns runs,
            final SealKey seal) {
        final MemorySegment source = memory.arena().asSlice(region, bytes);
        pool.submit(
                CopyPool.Lane.SCATTER,
                new ScatterJob(copyId, source, runs, seal, memory.ranges(), into(scatters)));
    }

    private Ends into(final Queue<End> queue) {
        return (copyId, outcome) -> {
            queue.add(new End(copyId, outcome));
            wakeUp.run();
        };
    }

    static void report(final Throwable failure, final String kind, final long copyId) {
        if (failure != null) {
            LOG.warn("{} copy={} failed: {}", kind, copyId, failure.toString());
        }
    }

    @Override
    public int pollGathers(final Ends ends) {
        return poll(gathers, ends);
    }

    @Override
    public int pollScatters(final Ends ends) {
        return poll(scatters, ends);
    }

    private static int poll(final Queue<End> queue, final Ends ends) {
        int count = 0;
        for (End end = queue.poll(); end != null; end = queue.poll()) {
            ends.ended(end.copyId, end.outcome);
            count++;
        }
        return count;
    }

    @Override
    public boolean close() {
        return pool.stop();
    }
}
