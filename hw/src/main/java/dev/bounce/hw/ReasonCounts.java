package dev.bounce.hw;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/// One plain counter for each constant of an enum. One thread counts; others read values that may
/// lag behind.
final class ReasonCounts<E extends Enum<E>> {
    private final Class<E> type;
    private final EnumMap<E, long[]> counts;

    ReasonCounts(final Class<E> type) {
        this.type = type;
        counts = new EnumMap<>(type);
        for (final E reason : type.getEnumConstants()) {
            counts.put(reason, new long[1]);
        }
    }

    void add(final E reason) {
        counts.get(reason)[0]++;
    }

    /// Every constant that was counted, in the order of the enum.
    Map<E, Long> toMap() {
        final EnumMap<E, Long> map = new EnumMap<>(type);
        counts.forEach(
                (reason, count) -> {
                    if (count[0] != 0) {
                        map.put(reason, count[0]);
                    }
                });
        return Collections.unmodifiableMap(map);
    }
}
