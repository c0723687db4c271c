package dev.bounce.model.config;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;

/// Makes a [ResolvedConfig]: the strongest layer wins, then what may give way is clamped.
final class Resolution {
    private final EnumMap<ConfigKey, ConfigLayer.Setting> settings = new EnumMap<>(ConfigKey.class);
    private final EnumMap<ConfigKey, String> origins = new EnumMap<>(ConfigKey.class);
    private final EnumMap<ConfigKey, Long> values = new EnumMap<>(ConfigKey.class);
    private final EnumMap<ConfigKey, String> notes = new EnumMap<>(ConfigKey.class);

    Resolution(final List<ConfigLayer> layers) {
        for (final ConfigKey key : ConfigKey.values()) {
            settings.put(key, new ConfigLayer.Setting(key, key.text(), key.defaultText()));
            origins.put(key, ResolvedConfig.DEFAULT_ORIGIN);
        }
        for (final ConfigLayer layer : layers.reversed()) {
            for (final ConfigLayer.Setting setting : layer.settings()) {
                settings.put(setting.key(), setting);
                origins.put(setting.key(), layer.origin());
            }
        }
    }

    ResolvedConfig resolve() {
        settings.forEach((key, setting) -> values.put(key, parse(setting)));
        clampArena();
        final BounceConfig config = config();
        final List<ResolvedConfig.Entry> entries = new ArrayList<>();
        for (final ConfigKey key : ConfigKey.values()) {
            final String requested = settings.get(key).text();
            final String effective =
                    key.kind() == ValueKind.TEXT ? requested : key.kind().format(values.get(key));
            entries.add(
                    new ResolvedConfig.Entry(
                            key,
                            origins.get(key),
                            requested,
                            effective,
                            values.get(key),
                            notes.getOrDefault(key, "")));
        }
        return new ResolvedConfig(config, entries, DerivedValues.of(config));
    }

    private long parse(final ConfigLayer.Setting setting) {
        final ConfigKey key = setting.key();
        long value = 0;
        String fault;
        try {
            value = key.kind().parse(setting.text());
            fault = key.kind() == ValueKind.TEXT ? key.fault(setting.text()) : key.fault(value);
        } catch (final IllegalArgumentException malformed) {
            fault = malformed.getMessage();
        }
        if (fault != null) {
            throw new ConfigException(
                    String.format(
                            Locale.ROOT,
                            "%s='%s' (%s) %s; allowed: %s",
                            setting.name(),
                            OneLine.of(setting.text()),
                            origins.get(key),
                            fault,
                            key.allowed()));
        }
        return value;
    }

    /// A small arena needs no more thought than its size: what follows from it gives way.
    private void clampArena() {
        final long arena = values.get(ConfigKey.ARENA_SIZE);
        final long granularity = values.get(ConfigKey.ARENA_GRANULARITY);
        final long usable = granularity * Long.highestOneBit(arena / granularity);
        if (usable / 4 < granularity) {
            throw new ConfigException(
                    String.format(
                            Locale.ROOT,
                            "%s=%s (%s) is too small: allowed: at least four blocks of %s=%s",
                            ConfigKey.ARENA_SIZE.text(),
                            ByteSize.format(arena),
                            origins.get(ConfigKey.ARENA_SIZE),
                            ConfigKey.ARENA_GRANULARITY.text(),
                            ByteSize.format(granularity)));
        }
        clamp(
                ConfigKey.ARENA_MAX_CHUNK,
                usable / 4,
                "a quarter of usable " + ByteSize.format(usable));
        clamp(
                ConfigKey.ARENA_RAMP,
                values.get(ConfigKey.ARENA_MAX_CHUNK),
                ConfigKey.ARENA_MAX_CHUNK.text());
    }

    private void clamp(final ConfigKey key, final long limit, final String what) {
        final long value = values.get(key);
        if (value > limit) {
            values.put(key, limit);
            notes.put(key, "clamped from " + key.kind().format(value) + " to " + what);
        }
    }

    private BounceConfig config() {
        try {
            return new BounceConfig(
                    value(ConfigKey.ENABLED) == 1,
                    arena(),
                    new SchedulerConfig(
                            count(ConfigKey.SCHEDULER_MIN_WINDOW),
                            count(ConfigKey.SCHEDULER_MAX_WINDOW),
                            value(ConfigKey.SCHEDULER_DRAIN_TIMEOUT)),
                    link(),
                    timeouts(),
                    new LimitConfig(
                            count(ConfigKey.LIMIT_MAX_CHUNKS),
                            count(ConfigKey.LIMIT_MAX_RUNS),
                            count(ConfigKey.LIMIT_MAX_FRAME)),
                    new GateConfig(
                            count(ConfigKey.GATE_MIN_DESCRIPTORS),
                            value(ConfigKey.GATE_MAX_AVERAGE)),
                    new CopyConfig(
                            count(ConfigKey.COPY_GATHER_SLOTS),
                            count(ConfigKey.COPY_SCATTER_SLOTS),
                            count(ConfigKey.COPY_THREADS),
                            count(ConfigKey.COPY_BLOCKS),
                            count(ConfigKey.COPY_PRIORITY)),
                    new ControlConfig(
                            settings.get(ConfigKey.CONTROL_BIND).text(),
                            count(ConfigKey.CONTROL_PORT)));
        } catch (final IllegalArgumentException fault) {
            throw new ConfigException(fault.getMessage());
        }
    }

    private ArenaConfig arena() {
        return new ArenaConfig(
                value(ConfigKey.ARENA_SIZE),
                value(ConfigKey.ARENA_GRANULARITY),
                value(ConfigKey.ARENA_MAX_CHUNK),
                value(ConfigKey.ARENA_RAMP),
                count(ConfigKey.ARENA_RESERVE_BLOCKS));
    }

    private LinkConfig link() {
        return new LinkConfig(
                value(ConfigKey.LINK_KEEP_ALIVE),
                value(ConfigKey.LINK_LEASE),
                value(ConfigKey.LINK_IDLE_TIMEOUT),
                value(ConfigKey.LINK_FENCE_DELAY),
                value(ConfigKey.LINK_FIRST_REPEAT),
                value(ConfigKey.LINK_MAX_REPEAT),
                count(ConfigKey.LINK_MAX_FLOWS),
                count(ConfigKey.LINK_MAX_PENDING),
                count(ConfigKey.LINK_MAX_LINKS));
    }

    private TimeoutConfig timeouts() {
        return new TimeoutConfig(
                value(ConfigKey.TIMEOUT_REQUEST),
                value(ConfigKey.TIMEOUT_CLOSE),
                value(ConfigKey.TIMEOUT_WRITE),
                value(ConfigKey.TIMEOUT_COPY));
    }

    private long value(final ConfigKey key) {
        return values.get(key);
    }

    private int count(final ConfigKey key) {
        return Math.toIntExact(values.get(key));
    }
}
