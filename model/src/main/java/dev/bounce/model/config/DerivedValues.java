package dev.bounce.model.config;

import dev.bounce.model.config.ResolvedConfig.Derived;
import java.util.List;

/// What follows from a configuration, for people to see.
final class DerivedValues {
    private DerivedValues() {}

    static List<Derived> of(final BounceConfig config) {
        final ArenaConfig arena = config.arena();
        return List.of(
                new Derived(
                        "arena.usable",
                        ValueKind.SIZE,
                        arena.usableBytes(),
                        "largest power-of-two multiple of the granularity in the arena"),
                new Derived(
                        "arena.reserve",
                        ValueKind.SIZE,
                        arena.reserveBytes(),
                        "set aside for chunks that have a credit"),
                new Derived(
                        "arena.max-payload",
                        ValueKind.SIZE,
                        arena.maxPayloadBytes(),
                        "largest descriptor that can be coalesced"),
                new Derived(
                        "arena.eager",
                        ValueKind.SIZE,
                        arena.eagerBytes(),
                        "most that chunks without a credit may occupy"),
                new Derived(
                        "link.sender-lease",
                        ValueKind.DURATION,
                        config.link().senderLeaseNanos(),
                        "how long a sender uses credits after an echo"),
                new Derived(
                        "link.receiver-lease",
                        ValueKind.DURATION,
                        config.link().receiverLeaseNanos(),
                        "silence after which a receiver ends an epoch"));
    }
}
