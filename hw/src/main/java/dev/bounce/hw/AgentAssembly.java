package dev.bounce.hw;

import dev.bounce.engine.EngineConfig;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.wire.Blob;
import java.security.SecureRandom;
import java.util.function.LongSupplier;

/// Puts the parts of an agent together. What cannot be had is replaced by what lets transfers go
/// direct, with one line in the log.
final class AgentAssembly {
    private static final int SECRET_BYTES = 32;

    /// Least that an arena may be cut into.
    private static final long LEAST_CHUNK_BYTES = 64;

    /// Makes the plane of an agent.
    @FunctionalInterface
    interface Planes {
        /// @param pool runs the copies of host memory, `null` for that of a GPU
        DataPlane make(
                BounceAgentBuilder builder,
                long instance,
                DeviceMemory memory,
                CopyPool pool,
                LongSupplier clock,
                WakeUp wakeUp);
    }

    private AgentAssembly() {}

    static AgentParts of(final BounceAgentBuilder builder) {
        return of(builder, PlaneAssembly::of);
    }

    /// If a part cannot be had nor replaced, those that were made are let go of.
    static AgentParts of(final BounceAgentBuilder builder, final Planes planes) {
        final String name = builder.name();
        final BounceConfig config = builder.config();
        final ControlChannel.Factory channel = builder.channelFactory();
        final long instance = instance();
        final long origin = System.nanoTime();
        final LongSupplier clock = () -> System.nanoTime() - origin;
        final WakeUp wakeUp = new WakeUp();
        final MemoryParts memory = MemoryParts.of(builder, wakeUp);
        DataPlane plane = null;
        try {
            plane = planes.make(builder, instance, memory.memory(), memory.pool(), clock, wakeUp);
            final CallbackExecutor executor = new CallbackExecutor(builder.executor());
            return new AgentParts(
                    engineConfig(
                            name,
                            instance,
                            config,
                            memory.hasArena() ? config.arena() : unused(config.arena()),
                            memory.memory(),
                            plane),
                    config,
                    memory.memory(),
                    builder.probe() == null ? memory.memory().probe() : builder.probe(),
                    memory.copies(),
                    plane,
                    memory.hasArena() ? channel : null,
                    clock,
                    wakeUp,
                    new CommandQueue(builder.maxSubmits(), wakeUp),
                    executor,
                    new DeliveryBoard(executor));
        } catch (final RuntimeException | Error broken) {
            try {
                letGo(memory, plane);
            } catch (final RuntimeException | Error failed) {
                broken.addSuppressed(failed);
            }
            throw broken;
        }
    }

    /// The memory only if nothing runs in it any more.
    private static void letGo(final MemoryParts memory, final DataPlane plane) {
        boolean stopped = plane == null;
        try {
            stopped = plane == null || plane.close();
        } finally {
            if (memory.copies().close() && stopped) {
                memory.memory().close();
            }
        }
    }

    /// What an engine keeps account of that never grants or stages anything.
    private static ArenaConfig unused(final ArenaConfig wanted) {
        final long block = Math.max(wanted.granularityBytes(), LEAST_CHUNK_BYTES);
        return new ArenaConfig(16 * block, block, block, block, wanted.reserveBlocks());
    }

    private static long instance() {
        final SecureRandom random = new SecureRandom();
        long instance = random.nextLong();
        while (instance == 0) { // names no life
            instance = random.nextLong();
        }
        return instance;
    }

    private static EngineConfig engineConfig(
            final String name,
            final long instance,
            final BounceConfig config,
            final ArenaConfig arena,
            final DeviceMemory memory,
            final DataPlane plane) {
        final byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new EngineConfig(
                name,
                instance,
                Blob.of(secret),
                arena,
                config.scheduler(),
                config.link(),
                config.timeouts(),
                config.limits(),
                config.copies(),
                memory.kind(),
                memory.device(),
                memory.arenaAddress(),
                plane.arenaKey(),
                plane.isDirectOneSided());
    }
}
