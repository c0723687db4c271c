package dev.bounce.hw;

import dev.bounce.hw.copy.CopyEngine;
import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.copy.CudaCopyEngine;
import dev.bounce.hw.copy.HostCopyEngine;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.memory.CudaMemory;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.BounceConfig;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The memory of an agent and what copies in it. What cannot be had is replaced, with one line in
/// the log: a GPU by host memory, an arena by none.
///
/// @param memory arena and ranges
/// @param copies between both
/// @param pool runs the copies of host memory and is closed with them; `null` where a GPU copies
/// @param hasArena whether transfers can be coalesced
record MemoryParts(DeviceMemory memory, CopyEngine copies, CopyPool pool, boolean hasArena) {
    private static final Logger LOG = LoggerFactory.getLogger(MemoryParts.class);

    /// Stands for an arena that nobody will be told of.
    private static final long NO_ARENA_BYTES = 4_096;

    static MemoryParts of(final BounceAgentBuilder builder, final WakeUp wakeUp) {
        if (builder.memory() == MemoryKind.CUDA) {
            try {
                return onDevice(builder, CudaContext.open(builder.device()), wakeUp);
            } catch (final CudaException unusable) {
                LOG.warn(
                        "agent={} has no memory of a GPU, and transfers go direct: {}",
                        builder.name(),
                        unusable.getMessage());
                return host(
                        builder,
                        HostMemory.refusing(NO_ARENA_BYTES, unusable.getMessage()),
                        wakeUp,
                        false);
            }
        }
        final HostMemory arena = builder.config().enabled() ? hostArena(builder) : null;
        return host(
                builder,
                arena == null ? new HostMemory(NO_ARENA_BYTES) : arena,
                wakeUp,
                arena != null);
    }

    private static MemoryParts host(
            final BounceAgentBuilder builder,
            final HostMemory memory,
            final WakeUp wakeUp,
            final boolean hasArena) {
        try {
            final CopyPool pool =
                    new CopyPool(builder.name(), builder.config().copies().copyThreads());
            return new MemoryParts(
                    memory, new HostCopyEngine(memory, pool, wakeUp::signal), pool, hasArena);
        } catch (final RuntimeException | Error broken) {
            memory.close();
            throw broken;
        }
    }

    private static HostMemory hostArena(final BounceAgentBuilder builder) {
        try {
            return new HostMemory(builder.config().arena().arenaBytes());
        } catch (final IllegalArgumentException full) {
            direct(builder, full);
            return null;
        }
    }

    private static MemoryParts onDevice(
            final BounceAgentBuilder builder, final CudaContext context, final WakeUp wakeUp) {
        final BounceConfig config = builder.config();
        CudaMemory memory = config.enabled() ? deviceArena(builder, context) : null;
        final boolean hasArena = memory != null;
        try {
            if (memory == null) {
                memory = new CudaMemory(context, NO_ARENA_BYTES);
            }
            final CopyEngine copies =
                    new CudaCopyEngine(builder.name(), memory, config.copies(), wakeUp::signal);
            return new MemoryParts(memory, copies, null, hasArena);
        } catch (final RuntimeException | Error unusable) {
            close(context, memory);
            throw unusable;
        }
    }

    private static void close(final CudaContext context, final CudaMemory memory) {
        if (memory == null) {
            context.close();
            return;
        }
        try {
            memory.close();
        } catch (final IllegalStateException busy) {
            LOG.warn("device={} keeps an arena: {}", context.ordinal(), busy.getMessage());
        }
    }

    private static CudaMemory deviceArena(
            final BounceAgentBuilder builder, final CudaContext context) {
        try {
            return new CudaMemory(context, builder.config().arena().arenaBytes());
        } catch (final CudaException full) {
            direct(builder, full);
            return null;
        }
    }

    private static void direct(final BounceAgentBuilder builder, final RuntimeException cause) {
        LOG.warn("agent={} transfers go direct: {}", builder.name(), cause.getMessage());
    }
}
