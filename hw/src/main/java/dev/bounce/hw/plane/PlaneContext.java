package dev.bounce.hw.plane;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.hw.memory.DeviceMemory;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/// What the parts of a plane over UCX share.
///
/// @param name of the agent
/// @param memory of the agent
/// @param grants that peers have on its arena, `null` where peers write by themselves
/// @param clock of the engine, in nanoseconds; any thread
/// @param events takes what happened; any thread
/// @param counters of the plane
/// @param copies waits for copies of the device
/// @param openNanos time in which a link has to open
/// @param stallNanos time after which a write or a direct transfer that makes no progress breaks
///     its connection
record PlaneContext(
        String name,
        DeviceMemory memory,
        LivingGrants grants,
        LongSupplier clock,
        Consumer<Event> events,
        PlaneCounters counters,
        CopyWaits copies,
        long openNanos,
        long stallNanos) {

    void tell(final Event event) {
        events.accept(event);
    }

    /// Whether the bytes of a write lie in the arena of this agent.
    boolean isInArena(final Effect.Write write) {
        return write.bytes() > 0
                && write.sourceRegion() >= 0
                && write.bytes() <= memory.arenaBytes()
                && write.sourceRegion() <= memory.arenaBytes() - write.bytes();
    }
}
