package dev.bounce.model.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.Arrays;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigKeyTest {
    @ParameterizedTest
    @EnumSource
    void shouldHaveADefaultWithinItsBounds(final ConfigKey key) {
        if (key.kind() == ValueKind.TEXT) {
            assertNull(key.fault(key.defaultText()));
        } else {
            final long value = key.kind().parse(key.defaultText());
            assertNull(key.fault(value));
            assertEquals(value, key.kind().parse(key.kind().format(value)));
        }
        assertFalse(key.doc().isBlank());
        assertEquals(1, key.allowed().lines().count());
    }

    @Test
    void shouldHaveNamesOfItsOwnInEverySource() {
        final int keys = ConfigKey.values().length;
        assertEquals(keys, distinct(ConfigKey::text));
        assertEquals(keys, distinct(ConfigKey::environmentName));
        assertEquals(keys, distinct(ConfigKey::component));
        assertEquals("BOUNCE_ARENA_MAX_CHUNK", ConfigKey.ARENA_MAX_CHUNK.environmentName());
    }

    private static long distinct(final Function<ConfigKey, String> name) {
        return Arrays.stream(ConfigKey.values())
                .map(name)
                .collect(Collectors.toCollection(TreeSet::new))
                .size();
    }
}
