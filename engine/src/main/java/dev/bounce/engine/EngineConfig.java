package dev.bounce.engine;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.config.ArenaConfig;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.config.LimitConfig;
import dev.bounce.model.config.LinkConfig;
import dev.bounce.model.config.SchedulerConfig;
import dev.bounce.model.config.TimeoutConfig;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.DeviceUuid;

/// All that one life of an engine is told at its start. Instance and secret are drawn by the host:
/// the engine draws nothing.
///
/// @param name of the agent, 1 to 200 bytes of UTF-8
/// @param instance this life of the agent, drawn at random, not 0
/// @param secret at least 16 bytes drawn at random; keys the tokens and nonces of this life
/// @param memoryKind where the arena lives
/// @param deviceUuid device of the arena, [DeviceUuid#NONE] for host memory
/// @param arenaAddress first byte of the arena
/// @param arenaKey opaque key with which a peer's data plane reaches the arena
/// @param oneSidedDirect whether direct puts of peers land without this agent's help (rule 17)
public record EngineConfig(
        String name,
        long instance,
        Blob secret,
        ArenaConfig arena,
        SchedulerConfig scheduler,
        LinkConfig link,
        TimeoutConfig timeouts,
        LimitConfig limits,
        CopyConfig copies,
        MemoryKind memoryKind,
        DeviceUuid deviceUuid,
        long arenaAddress,
        Blob arenaKey,
        boolean oneSidedDirect) {
    /// Most epochs of one link to a peer that are open or closed and not yet answered. While there
    /// are as many, the link opens no other. `MaxClosed` of the specification.
    public static final int MAX_CLOSED_EPOCHS = 16;
}
