package dev.bounce.hw;

import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.hw.plane.LocalPlane;
import dev.bounce.hw.plane.OfflinePlane;
import dev.bounce.hw.plane.PlaneSettings;
import dev.bounce.hw.plane.PutPlane;
import dev.bounce.hw.plane.TcpPlane;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.agent.PlaneKind;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings up the plane that an agent asks for. Where it cannot be had, host memory gets the plane
/// inside the process and memory of a GPU none, with one line in the log that says what is missing.
final class PlaneAssembly {
    private static final Logger LOG = LoggerFactory.getLogger(PlaneAssembly.class);

    private PlaneAssembly() {}

    static DataPlane of(
            final BounceAgentBuilder builder,
            final long instance,
            final DeviceMemory memory,
            final CopyPool pool,
            final LongSupplier clock,
            final WakeUp wakeUp) {
        final PlaneSettings settings =
                new PlaneSettings(
                        builder.name(),
                        clock,
                        builder.config().timeouts().writeTimeoutNanos(),
                        2 * builder.config().timeouts().writeTimeoutNanos(),
                        builder.config().link().fenceDelayNanos(),
                        builder.networkInterface(),
                        wakeUp::signal);
        if (!(memory instanceof HostMemory host)) {
            return ofDevice(builder, settings, memory);
        }
        try {
            switch (builder.plane()) {
                case TCP -> {
                    return new TcpPlane(settings, host);
                }
                case RC -> {
                    return PutPlane.rc(settings, host);
                }
                case CUDA_IPC -> throw new UcxException("it is not for host memory", null);
                case LOCAL -> {
                    // Made below, also in place of the others.
                }
            }
        } catch (final UcxException unusable) {
            report(builder, unusable, "only this process is reached");
        }
        return new LocalPlane(
                builder.name(), instance, host, builder.fabric(), pool, clock, wakeUp::signal);
    }

    private static DataPlane ofDevice(
            final BounceAgentBuilder builder,
            final PlaneSettings settings,
            final DeviceMemory memory) {
        try {
            if (builder.plane() != PlaneKind.CUDA_IPC) {
                throw new UcxException("it is not for the memory of a GPU", null);
            }
            return PutPlane.cudaIpc(settings, memory);
        } catch (final UcxException unusable) {
            report(builder, unusable, "no peer is reached");
            return new OfflinePlane(builder.plane());
        }
    }

    private static void report(
            final BounceAgentBuilder builder, final UcxException unusable, final String meaning) {
        LOG.warn(
                "agent={} plane={} is not available, {}: {}",
                builder.name(),
                builder.plane(),
                meaning,
                unusable.getMessage());
    }
}
