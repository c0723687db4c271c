package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.model.config.ConfigKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigCommandTest {
    @TempDir private Path folder;

    private static JsonObject json(final Cli run) {
        final String output = run.output();
        assertEquals(1, output.lines().count());
        return JsonParser.parseString(output).getAsJsonObject();
    }

    private static JsonObject value(final JsonObject object, final String key) {
        return object.getAsJsonObject("values").getAsJsonObject(key);
    }

    private Path file(final String content) throws IOException {
        return Files.writeString(folder.resolve("bounce.properties"), content);
    }

    @Test
    void shouldShowEveryKeyOnALineOfItsOwn() {
        final String output = Cli.run("config").output();
        for (final ConfigKey key : ConfigKey.values()) {
            assertEquals(
                    1,
                    output.lines().filter(line -> line.startsWith(key.text() + " ")).count(),
                    key.text());
        }
        assertTrue(output.contains("arena.usable"));
    }

    @Test
    void shouldShowAClampedValueWithItsReason() {
        final String output = Cli.run("config", "-D", "arena.size=64MiB").output();
        final String line =
                output.lines().filter(l -> l.startsWith("arena.max-chunk")).findFirst().orElse("");
        assertTrue(line.contains(" 16MiB "), line);
        assertTrue(line.contains("[clamped from 32MiB to a quarter of usable 64MiB]"), line);
    }

    @Test
    void shouldPrintOneJsonObjectInBaseUnits() {
        final JsonObject object = json(Cli.run("config", "--json"));
        assertEquals("bounce.config/1", object.get("schema").getAsString());
        assertEquals(ConfigKey.values().length, object.getAsJsonObject("values").size());
        final JsonObject arena = value(object, "arena.size");
        assertEquals(512 << 20, arena.get("value").getAsLong());
        assertEquals("512MiB", arena.get("text").getAsString());
        assertEquals("default", arena.get("origin").getAsString());
        assertEquals("BOUNCE_ARENA_SIZE", arena.get("environment").getAsString());
        assertFalse(arena.has("note"));
        assertEquals(30_000_000_000L, value(object, "timeout.request").get("value").getAsLong());
        assertTrue(value(object, "enabled").get("value").getAsBoolean());
        assertEquals("127.0.0.1", value(object, "control.bind").get("value").getAsString());
        assertEquals(
                436_207_616,
                object.getAsJsonObject("derived")
                        .getAsJsonObject("arena.eager")
                        .get("value")
                        .getAsLong());
    }

    @Test
    void shouldPreferOptionOverFileOverEnvironment() throws IOException {
        final Path file = file("# comment\ncopy.threads=2\nlink.lease = 20s\n");
        final JsonObject object =
                json(
                        Cli.run(
                                Map.of(
                                        "BOUNCE_COPY_THREADS", "3",
                                        "BOUNCE_LINK_LEASE", "30s",
                                        "BOUNCE_LIMIT_MAX_RUNS", "7"),
                                "config",
                                "--json",
                                "--config",
                                file.toString(),
                                "-Dcopy.threads=1"));
        assertEquals(1, value(object, "copy.threads").get("value").getAsInt());
        assertEquals("-D", value(object, "copy.threads").get("origin").getAsString());
        assertEquals("20s", value(object, "link.lease").get("text").getAsString());
        assertEquals(file.toString(), value(object, "link.lease").get("origin").getAsString());
        assertEquals(7, value(object, "limit.max-runs").get("value").getAsInt());
        assertEquals("environment", value(object, "limit.max-runs").get("origin").getAsString());
    }

    @Test
    void shouldRefuseAMalformedValue() {
        Cli.run("config", "-D", "arena.size=256XB").assertUsageError("arena.size='256XB'", "-D");
        Cli.run("config", "-D", "arena.size=").assertUsageError("arena.size=''", "allowed");
        Cli.run("config", "-D", "link.lease=10").assertUsageError("'10'", "no unit of time");
        Cli.run(Map.of("BOUNCE_ARENA_SIZE", "0"), "config")
                .assertUsageError("BOUNCE_ARENA_SIZE='0'", "environment");
    }

    @Test
    void shouldRefuseAnUnknownKeyWithTheNearestName() {
        Cli.run("config", "-D", "arena.sise=1G")
                .assertUsageError("arena.sise", "did you mean arena.size?");
        Cli.run(Map.of("BOUNCE_ARENASIZE", "1G"), "config")
                .assertUsageError("BOUNCE_ARENASIZE", "did you mean BOUNCE_ARENA_SIZE?");
    }

    @Test
    void shouldRefuseASettingWithoutValue() {
        Cli.run("config", "-D", "arena.size").assertUsageError("arena.size");
        Cli.run("config", "-D").assertUsageError("-D");
        Cli.run("config", "@arguments").assertUsageError("@arguments");
    }

    @Test
    void shouldRefuseWhatDoesNotFitTogether() {
        Cli.run("config", "-D", "link.keep-alive=1m")
                .assertUsageError("link.keep-alive=1m must be below link.lease=10s");
    }

    @Test
    void shouldRefuseAFileThatIsMissingOrMalformed() throws IOException {
        final String missing = folder.resolve("missing").toString();
        Cli.run("config", "--config", missing).assertUsageError(missing, "no such file");
        Cli.run("config", "--config", folder.toString()).assertUsageError(folder.toString());
        Cli.run("config", "--config", file("copy.threads=1\ncopy.threads=2\n").toString())
                .assertUsageError("copy.threads is set twice");
        Cli.run("config", "--config", file("copy.threads=\\u12\n").toString())
                .assertUsageError("Malformed");
        Cli.run("config", "--config", file("nonsense=1\n").toString())
                .assertUsageError("unknown key nonsense", "bounce.properties");
        Files.write(folder.resolve("binary"), new byte[] {(byte) 0xC0, 0, 1});
        Cli.run("config", "--config", folder.resolve("binary").toString())
                .assertUsageError("not UTF-8");
    }

    @Test
    void shouldRefuseAnExtraArgument() {
        Cli.run("config", "extra").assertUsageError("extra");
    }
}
