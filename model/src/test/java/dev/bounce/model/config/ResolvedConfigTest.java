package dev.bounce.model.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResolvedConfigTest {
    private static ResolvedConfig explicit(final String... keysAndValues) {
        return ResolvedConfig.of(map(keysAndValues), Map.of());
    }

    private static Map<String, String> map(final String... keysAndValues) {
        final Map<String, String> map = new TreeMap<>();
        for (int index = 0; index < keysAndValues.length; index += 2) {
            map.put(keysAndValues[index], keysAndValues[index + 1]);
        }
        return map;
    }

    private static String refusal(final String... keysAndValues) {
        return assertThrows(ConfigException.class, () -> explicit(keysAndValues)).getMessage();
    }

    private static ResolvedConfig.Entry entry(final ResolvedConfig resolved, final ConfigKey key) {
        return resolved.entries().stream().filter(e -> e.key() == key).findFirst().orElseThrow();
    }

    @Test
    void shouldShowEveryKeyWithItsDefault() {
        final ResolvedConfig resolved = explicit();
        assertEquals(
                Arrays.asList(ConfigKey.values()),
                resolved.entries().stream().map(ResolvedConfig.Entry::key).toList());
        for (final ResolvedConfig.Entry entry : resolved.entries()) {
            assertEquals("default", entry.origin());
            assertEquals(entry.key().defaultText(), entry.effective());
            assertFalse(entry.isClamped());
        }
        assertEquals(BounceConfig.defaults(), resolved.config());
    }

    @Test
    void shouldPreferExplicitOverEnvironmentOverDefault() {
        final ResolvedConfig resolved =
                ResolvedConfig.of(
                        map("arena.size", "256M"),
                        map("BOUNCE_ARENA_SIZE", "1G", "BOUNCE_LINK_LEASE", "20s", "PATH", "/bin"));
        assertEquals(256L << 20, resolved.config().arena().arenaBytes());
        assertEquals(20_000_000_000L, resolved.config().link().leaseNanos());
        assertEquals("explicit", entry(resolved, ConfigKey.ARENA_SIZE).origin());
        assertEquals("256M", entry(resolved, ConfigKey.ARENA_SIZE).requested());
        assertEquals("256MiB", entry(resolved, ConfigKey.ARENA_SIZE).effective());
        assertEquals("environment", entry(resolved, ConfigKey.LINK_LEASE).origin());
        assertEquals("default", entry(resolved, ConfigKey.ARENA_RAMP).origin());
    }

    @Test
    void shouldPreferTheFirstOfManyLayers() {
        final ResolvedConfig resolved =
                ResolvedConfig.of(
                        List.of(
                                ConfigLayer.of("option", map("copy.threads", "1")),
                                ConfigLayer.of(
                                        "file", map("copy.threads", "2", "limit.max-runs", "7"))));
        assertEquals(1, resolved.config().copies().copyThreads());
        assertEquals(7, resolved.config().limits().maxRuns());
        assertEquals("file", entry(resolved, ConfigKey.LIMIT_MAX_RUNS).origin());
    }

    @Test
    void shouldNameTheNearestKeyForAnUnknownOne() {
        assertEquals(
                "unknown key arena.sise (explicit): did you mean arena.size?",
                refusal("arena.sise", "1G"));
        assertEquals(
                "unknown key maxchunk (explicit): did you mean arena.max-chunk?",
                refusal("maxchunk", "1G"));
        final ConfigException fault =
                assertThrows(
                        ConfigException.class,
                        () -> ResolvedConfig.of(Map.of(), map("BOUNCE_ARENA_SISE", "1G")));
        assertEquals(
                "unknown key BOUNCE_ARENA_SISE (environment): did you mean BOUNCE_ARENA_SIZE?",
                fault.getMessage());
    }

    @ParameterizedTest
    @CsvSource({
        "arena.size, abc, is not a size",
        "arena.size, 256XB, is not a size",
        "arena.size, 256 MB, is not a size",
        "arena.size, 256MBx, is not a size",
        "arena.size, '', is not a size",
        "arena.size, 999999999999G, is too large",
        "arena.size, 0, is outside",
        "arena.max-chunk, 48M, is no power of two",
        "arena.granularity, 3M, is no power of two",
        "scheduler.max-window, 4294967296, is outside",
        "scheduler.max-window, 4MB, is not a number",
        "scheduler.max-window, -4, is not a number",
        "copy.threads, '', is not a number",
        "copy.threads, 0, is outside",
        "timeout.request, 30, has no unit of time",
        "timeout.request, 0s, is outside",
        "timeout.request, 31d, is not a duration",
        "timeout.request, 721h, is outside",
        "enabled, maybe, is neither on nor off",
        "control.bind, '', has not",
        "control.bind, a b, has not"
    })
    void shouldNameKeyValueAndWhatIsAllowed(
            final String key, final String value, final String fault) {
        final String message = refusal(key, value);
        assertTrue(message.startsWith(key + "='" + value + "' (explicit) " + fault), message);
        assertTrue(message.contains("; allowed: "), message);
        assertEquals(1, message.lines().count());
    }

    @Test
    void shouldNameTheVariableOfABadValue() {
        final ConfigException fault =
                assertThrows(
                        ConfigException.class,
                        () -> ResolvedConfig.of(Map.of(), map("BOUNCE_LINK_LEASE", "10")));
        assertEquals(
                "BOUNCE_LINK_LEASE='10' (environment) has no unit of time; allowed: 1ns to 720h,"
                        + " digits and ns, us, ms, s, m or h",
                fault.getMessage());
    }

    @Test
    void shouldReadFlagsInAnyCase() {
        for (final String off : List.of("0", "false", "No", "OFF")) {
            assertFalse(explicit("enabled", off).config().enabled());
        }
        for (final String on : List.of("1", "True", "yes", "ON")) {
            assertTrue(explicit("enabled", on).config().enabled());
        }
    }

    @Test
    void shouldClampChunksToAQuarterOfUsable() {
        final ResolvedConfig resolved = explicit("arena.size", "96MiB");
        assertEquals(16 << 20, resolved.config().arena().maxChunkBytes());
        assertEquals(8 << 20, resolved.config().arena().rampBytes());
        final ResolvedConfig.Entry entry = entry(resolved, ConfigKey.ARENA_MAX_CHUNK);
        assertTrue(entry.isClamped());
        assertEquals("32MiB", entry.requested());
        assertEquals("16MiB", entry.effective());
        assertEquals("clamped from 32MiB to a quarter of usable 64MiB", entry.note());
    }

    @Test
    void shouldClampTheRampToTheChunk() {
        final ResolvedConfig resolved = explicit("arena.size", "4MiB");
        assertEquals(1 << 20, resolved.config().arena().maxChunkBytes());
        assertEquals(1 << 20, resolved.config().arena().rampBytes());
        assertEquals(
                "clamped from 8MiB to arena.max-chunk",
                entry(resolved, ConfigKey.ARENA_RAMP).note());
    }

    @Test
    void shouldRefuseAnArenaOfFewerThanFourBlocks() {
        assertEquals(
                "arena.size=3MiB (explicit) is too small: allowed: at least four blocks of"
                        + " arena.granularity=1MiB",
                refusal("arena.size", "3M"));
    }

    @Test
    void shouldRefuseWhatDoesNotFitTogether() {
        assertEquals(
                "link.keep-alive=20s must be below link.lease=10s: an idle link would end between"
                        + " two beats",
                refusal("link.keep-alive", "20s"));
        assertTrue(refusal("arena.reserve-blocks", "16").contains("leaves no room"));
        assertTrue(
                refusal("arena.max-chunk", "512K")
                        .contains("arena.granularity=1MiB must be at most arena.max-chunk=512KiB"));
    }

    @Test
    void shouldShowWhatFollows() {
        final List<String> derived =
                explicit().derived().stream().map(d -> d.name() + "=" + d.text()).toList();
        assertEquals(
                List.of(
                        "arena.usable=512MiB",
                        "arena.reserve=64MiB",
                        "arena.max-payload=33554384B",
                        "arena.eager=416MiB",
                        "link.sender-lease=9900ms",
                        "link.receiver-lease=10100ms"),
                derived);
    }
}
