package dev.bounce.hw;

import dev.bounce.engine.EngineConfig;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.copy.CopyEngine;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.vmm.RegionProbe;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// What an agent is made of, before its reactor runs.
///
/// @param engine configuration of the engine
/// @param config of the whole agent
/// @param probe finds the chunks of ranges that are registered
/// @param channel makes the control channel, `null` if coalescing is off
/// @param clock of the engine, nanoseconds from the start of the agent
/// @param executor completes futures and runs callbacks
record AgentParts(
        EngineConfig engine,
        BounceConfig config,
        DeviceMemory memory,
        RegionProbe probe,
        CopyEngine copies,
        DataPlane plane,
        ControlChannel.Factory channel,
        LongSupplier clock,
        WakeUp wakeUp,
        CommandQueue commands,
        CallbackExecutor executor,
        DeliveryBoard deliveries) {
    private static final Logger LOG = LoggerFactory.getLogger(AgentParts.class);

    /// Lets go of what was made for a reactor that will not be.
    ///
    /// @param opened the control channel, `null` if there is none; on the thread that opened it
    void close(final ControlChannel opened) {
        close(plane::close);
        close(copies::close);
        if (opened != null) {
            close(opened::close);
        }
        close(memory::close);
    }

    private void close(final Runnable closing) {
        try {
            closing.run();
        } catch (final RuntimeException failure) {
            LOG.warn("agent={} cannot let go of everything: {}", engine.name(), failure.toString());
        }
    }
}
