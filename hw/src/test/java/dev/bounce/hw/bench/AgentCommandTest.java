package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.hw.ChildJvm;
import dev.bounce.hw.Main;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two processes that move a small workload, and what becomes of it when one goes.
@Timeout(90)
class AgentCommandTest {
    @TempDir private Path folder;
    private final List<ChildJvm> children = new ArrayList<>();

    @AfterEach
    void close() {
        children.forEach(ChildJvm::close);
    }

    private ChildJvm start(final String... arguments) throws Exception {
        final List<String> line = new ArrayList<>(List.of("agent"));
        line.addAll(List.of("--blocks=4", "--layers=2", "--json"));
        line.addAll(List.of("-Dtimeout.close=1s", "-Dtimeout.write=2s"));
        line.addAll(List.of(arguments));
        final ChildJvm child = ChildJvm.start(Main.class, line.toArray(String[]::new));
        children.add(child);
        return child;
    }

    private ChildJvm listen(final String... more) throws Exception {
        final List<String> line = new ArrayList<>(List.of(more));
        line.addAll(List.of("--listen", "--description=" + file()));
        return start(line.toArray(String[]::new));
    }

    private ChildJvm call(final String... more) throws Exception {
        final List<String> line = new ArrayList<>(List.of(more));
        line.addAll(List.of("--peer=" + file(), "--progress"));
        return start(line.toArray(String[]::new));
    }

    private String file() {
        return folder.resolve("listener").toString();
    }

    private void awaitDescription(final String old) throws Exception {
        while (!Files.exists(Path.of(file())) || Files.readString(Path.of(file())).equals(old)) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
        }
    }

    private static JsonObject report(final ChildJvm child) throws Exception {
        return JsonParser.parseString("{" + child.hear("{")).getAsJsonObject();
    }

    @Test
    void shouldVerifyEveryRoundAtBothEnds() throws Exception {
        final ChildJvm listener = listen("--rounds=20", "--control=ucx");
        final ChildJvm caller = call("--rounds=20", "--control=ucx");
        final JsonObject sent = report(caller);
        assertEquals(20, sent.get("verified").getAsInt(), sent.toString());
        assertEquals(0, sent.get("wrong").getAsInt());
        assertEquals("tcp", sent.get("plane").getAsString());
        assertEquals("ucx", sent.get("control").getAsString());
        assertEquals(0, caller.await());
        final JsonObject received = report(listener);
        assertEquals(20, received.get("verified").getAsInt(), received.toString());
        assertEquals(0, listener.await());
    }

    @Test
    void shouldLeaveARecordingOfEachEnd() throws Exception {
        final Path received = folder.resolve("listener.trace");
        final Path sent = folder.resolve("caller.trace");
        final ChildJvm listener = listen("--rounds=3", "--record=" + received);
        final ChildJvm caller = call("--rounds=3", "--record=" + sent);
        assertEquals(0, caller.await());
        assertEquals(0, listener.await());
        for (final Path file : List.of(received, sent)) {
            final List<String> lines = Files.readAllLines(file);
            assertTrue(lines.size() > 20, file + " has " + lines.size() + " lines");
            assertTrue(lines.getLast().contains("\"end\""), lines.getLast());
        }
    }

    @Test
    void shouldGoOnWhenTheListenerIsKilledAndStartedAgain() throws Exception {
        final ChildJvm first = listen("--rounds=100000");
        awaitDescription("");
        final ChildJvm caller = call("--rounds=60");
        caller.hear("verified 20 rounds");
        final String old = Files.readString(Path.of(file()));
        first.kill();
        listen("--rounds=100000");
        awaitDescription(old);
        final JsonObject report = report(caller);
        assertEquals(1, caller.await());
        final JsonObject failures = report.getAsJsonObject("failures");
        final int failed =
                failures.entrySet().stream().mapToInt(each -> each.getValue().getAsInt()).sum();
        assertTrue(failed >= 1, report.toString());
        assertEquals(60, report.get("verified").getAsInt() + failed, report.toString());
        assertTrue(report.get("verified").getAsInt() > 20, report.toString());
        assertTrue(!failures.has("HANG") && !failures.has("WRONG_BYTES"), report.toString());
    }

    @Test
    void shouldEndWhenTheListenerIsKilledForGood() throws Exception {
        final ChildJvm listener = listen("--rounds=100000");
        awaitDescription("");
        final ChildJvm caller = call("--rounds=23", "--wait=1");
        caller.hear("verified 20 rounds");
        listener.kill();
        final JsonObject report = report(caller);
        assertEquals(1, caller.await());
        assertTrue(report.get("verified").getAsInt() >= 20, report.toString());
        assertTrue(!report.getAsJsonObject("failures").has("HANG"), report.toString());
    }

    @Test
    void shouldEndRoundsInTypedFailuresWhenThePeerIsForgotten() throws Exception {
        listen("--rounds=100000");
        final ChildJvm caller = call("--rounds=30", "--forget-every=10");
        final JsonObject report = report(caller);
        final JsonObject failures = report.getAsJsonObject("failures");
        assertEquals(3, failures.get("PEER_FORGOTTEN").getAsInt(), report.toString());
        assertEquals(27, report.get("verified").getAsInt(), report.toString());
        assertEquals(1, caller.await());
    }
}
