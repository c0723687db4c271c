package dev.bounce.hw.bench.serving;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.Recordings;
import dev.bounce.hw.kv.KvMemory;
import dev.bounce.hw.kv.KvPool;
import dev.bounce.hw.kv.KvPoolException;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.kv.SlotShape;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The real parts of a worker: memory, the pools in it, and the agent that has them registered.
record WorkerSite(KvMemory memory, KvPool pool, BounceAgent agent) implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WorkerSite.class);
    private static final long GUARD_BYTES = 4_096;

    /// Opens all of them.
    ///
    /// @param blocks of the worker
    /// @throws BenchException if there is no room or no such device
    static WorkerSite open(
            final ServingPlan plan,
            final String name,
            final int blocks,
            final int device,
            final LocalFabric fabric)
            throws BenchException {
        final SlotShape shape = plan.settings().shape(blocks);
        final KvMemory memory = plan.openMemory(shape, device, GUARD_BYTES);
        KvPool pool = null;
        BounceAgent agent = null;
        try {
            pool = KvPool.allocate(memory, shape, GUARD_BYTES);
            agent = plan.agent(name, memory, device).fabric(fabric).start();
            for (final MemorySegment region : pool.regions()) {
                agent.register(region).orThrow();
            }
            return new WorkerSite(memory, pool, agent);
        } catch (final KvPoolException | IllegalArgumentException unusable) {
            close(agent, pool, memory);
            throw new BenchException(BenchException.ENVIRONMENT, unusable.getMessage());
        }
    }

    private static void close(final BounceAgent agent, final KvPool pool, final KvMemory memory) {
        if (agent != null) {
            agent.close();
        }
        if (pool != null) {
            pool.close();
        }
        memory.close();
    }

    /// Leaves what the agent did in a folder. What cannot be written is a line in the log.
    ///
    /// @param folder `null` = not asked for
    void record(final Path folder) {
        try {
            Recordings.write(agent, Recordings.in(folder, agent.name()));
        } catch (final BenchException failure) {
            LOG.warn("{}", failure.getMessage());
        }
    }

    /// In reverse, bounded. Nothing computes in the pools any more.
    @Override
    public void close() {
        close(agent, pool, memory);
    }
}
