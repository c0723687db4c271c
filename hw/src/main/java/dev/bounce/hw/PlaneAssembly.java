package dev.bounce.hw;

import dev.bounce.hw.copy.CopyPool;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.hw.plane.LocalPlane;
import dev.bounce.hw.plane.PlaneSettings;
import dev.bounce.hw.plane.PutPlane;
import dev.bounce.hw.plane.TcpPlane;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.agent.PlaneKind;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Brings up the plane that an agent asks for, or the one inside the process, with one line in the
/// log that says what is missing.
final class PlaneAssembly {
    private static final Logger LOG = LoggerFactory.getLogger(PlaneAssembly.class);

    private PlaneAssembly() {}

    static DataPlane of(
            final BounceAgentBuilder builder,
            final long instance,
            final HostMemory memory,
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
        try {
            if (builder.plane() == PlaneKind.TCP) {
                return new TcpPlane(settings, memory);
            }
            if (builder.plane() == PlaneKind.RC) {
                return PutPlane.rc(settings, memory);
            }
            if (builder.plane() != PlaneKind.LOCAL) {
                throw new UcxException("it is not for host memory", null);
            }
        } catch (final UcxException unusable) {
            LOG.warn(
                    "agent={} plane={} is not available, only this process is reached: {}",
                    builder.name(),
                    builder.plane(),
                    unusable.getMessage());
        }
        return new LocalPlane(
                builder.name(), instance, memory, builder.fabric(), pool, clock, wakeUp::signal);
    }
}
