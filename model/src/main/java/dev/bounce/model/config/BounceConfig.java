package dev.bounce.model.config;

import java.util.List;

/// Everything an agent is configured with. The components check themselves; what must hold between
/// values is checked here, where all are known.
///
/// @param enabled coalesce at all
/// @param arena the arena and how it is cut
/// @param scheduler how credits are scheduled
/// @param link how links live
/// @param timeouts of requests, writes and copies
/// @param limits on what a peer may ask for
/// @param gate when coalescing is worth it
/// @param copies how much is copied at a time
/// @param control where control sockets listen
public record BounceConfig(
        boolean enabled,
        ArenaConfig arena,
        SchedulerConfig scheduler,
        LinkConfig link,
        TimeoutConfig timeouts,
        LimitConfig limits,
        GateConfig gate,
        CopyConfig copies,
        ControlConfig control) {
    /// @throws IllegalArgumentException with every relation that does not hold, its keys and values
    public BounceConfig {
        final List<String> broken = Relations.broken(arena, scheduler, link, timeouts);
        if (!broken.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", broken));
        }
    }

    /// The defaults of [ConfigKey].
    public static BounceConfig defaults() {
        return ResolvedConfig.of(List.of()).config();
    }
}
