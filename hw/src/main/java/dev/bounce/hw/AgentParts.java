package dev.bounce.hw;

import dev.bounce.engine.EngineConfig;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.copy.CopyEngine;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.plane.DataPlane;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.vmm.RegionProbe;
import java.util.function.BooleanSupplier;
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

    /// Ends what moves bytes, whatever fails on the way. Bounded.
    ///
    /// @return what may still run, `null` if nothing does
    MemoryStillInUseException stop() {
        final boolean planeOver = attempt("close its plane", plane::close);
        final boolean copiesOver = attempt("close its copies", copies::close);
        if (planeOver && copiesOver) {
            return null;
        }
        final String running =
                planeOver
                        ? "its copies"
                        : "its plane " + plane.kind() + (copiesOver ? "" : " and its copies");
        return new MemoryStillInUseException(engine.name(), running + " did not end in time");
    }

    /// Lets go of the rest.
    ///
    /// @param opened the control channel, `null` if there is none; on the thread that opened it
    /// @param stopped whether nothing runs any more that uses the memory; it is kept otherwise
    void letGo(final ControlChannel opened, final boolean stopped) {
        if (opened != null) {
            attempt("close its control channel", opened::close);
        }
        if (stopped) {
            attempt("give back its arena", memory::close);
        }
    }

    /// Lets go of what was made for a reactor that will not be.
    ///
    /// @param opened as above
    void close(final ControlChannel opened) {
        letGo(opened, stop() == null);
    }

    /// Does one step of an end whose other steps must be done too.
    ///
    /// @param what for the log, if it fails
    void attempt(final String what, final Runnable step) {
        attempt(
                what,
                () -> {
                    step.run();
                    return true;
                });
    }

    private boolean attempt(final String what, final BooleanSupplier step) {
        try {
            return step.getAsBoolean();
        } catch (final Throwable failure) { // whatever it is, the agent has to end
            LOG.warn("agent={} cannot {}: {}", engine.name(), what, failure.toString(), failure);
            return false;
        }
    }
}
