package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.hw.ChildJvm;
import dev.bounce.hw.Main;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Two agents, each in a network of its own, joined by one link: as on two hosts. Needs root and
/// `ip netns`; where there is neither, one line says so.
@Tag("full")
@Timeout(120)
class NamespaceTest {
    private static final String LISTENER = "10.213.7.1";
    private static final String CALLER = "10.213.7.2";
    private final String id = String.valueOf(ProcessHandle.current().pid());
    private final String left = "bounce-l" + id;
    private final String right = "bounce-r" + id;
    private final List<ChildJvm> children = new ArrayList<>();
    @TempDir private Path folder;

    @BeforeEach
    void join() throws Exception {
        if (!"root".equals(System.getProperty("user.name"))) {
            skip("network namespaces need root");
        }
        try {
            ip("netns add " + left);
        } catch (final IOException without) {
            skip(without.getMessage());
        }
        ip("netns add " + right);
        ip("link add l%s type veth peer name r%s".formatted(id, id));
        for (final String side : List.of("l", "r")) {
            final String network = side.equals("l") ? left : right;
            ip("link set %s%s netns %s".formatted(side, id, network));
            final String address = side.equals("l") ? LISTENER : CALLER;
            ip("-n %s addr add %s/24 dev %s%s".formatted(network, address, side, id));
            ip("-n %s link set lo up".formatted(network));
            ip("-n %s link set %s%s up".formatted(network, side, id));
        }
    }

    private static void skip(final String reason) {
        System.out.println("not run: agents in two network namespaces: " + reason);
        abort(reason);
    }

    @AfterEach
    void part() throws Exception {
        children.forEach(ChildJvm::close);
        for (final String network : List.of(left, right)) {
            try {
                ip("netns del " + network);
            } catch (final IOException absent) {
                // It was never made.
            }
        }
    }

    private static void ip(final String arguments) throws Exception {
        run("ip " + arguments);
    }

    private static void run(final String line) throws Exception {
        final Process process =
                new ProcessBuilder(line.split(" ")).redirectErrorStream(true).start();
        final String said =
                new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        if (process.waitFor() != 0) {
            throw new IOException(line + ": " + said);
        }
    }

    private ChildJvm start(final String network, final String host, final String... arguments)
            throws Exception {
        final List<String> line = new ArrayList<>(List.of("agent"));
        line.addAll(List.of("--blocks=4", "--layers=2", "--json", "-Dcontrol.bind=" + host));
        line.addAll(List.of("-Dtimeout.close=1s", "-Dtimeout.write=2s", "-Dtimeout.request=3s"));
        line.addAll(List.of("-Dlink.lease=2s", "-Dlink.keep-alive=200ms"));
        line.addAll(List.of(arguments));
        final ChildJvm child =
                ChildJvm.start(
                        List.of("ip", "netns", "exec", network),
                        Main.class,
                        line.toArray(String[]::new));
        children.add(child);
        return child;
    }

    private ChildJvm listen(final String... more) throws Exception {
        final List<String> line = new ArrayList<>(List.of(more));
        line.addAll(List.of("--listen", "--rounds=100000", "--description=" + file()));
        final ChildJvm listener = start(left, LISTENER, line.toArray(String[]::new));
        while (!Files.exists(file())) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
        }
        return listener;
    }

    private ChildJvm call(final int rounds, final String... more) throws Exception {
        final List<String> line = new ArrayList<>(List.of(more));
        line.addAll(List.of("--peer=" + file(), "--progress", "--wait=5", "--rounds=" + rounds));
        return start(right, CALLER, line.toArray(String[]::new));
    }

    private Path file() {
        return folder.resolve("listener");
    }

    private static JsonObject report(final ChildJvm child) throws Exception {
        return JsonParser.parseString("{" + child.hear("{")).getAsJsonObject();
    }

    @Test
    void shouldVerifyEveryRoundBetweenTwoAddresses() throws Exception {
        for (final String control : List.of("zmq", "ucx")) {
            Files.deleteIfExists(file());
            final ChildJvm listener = listen("--control=" + control);
            final JsonObject report = report(call(20, "--control=" + control));
            assertEquals(20, report.get("verified").getAsInt(), control + " " + report);
            listener.close();
        }
    }

    @Test
    void shouldVerifyEveryRoundOverASlowLink() throws Exception {
        run(
                "ip netns exec %s tc qdisc add dev r%s root tbf rate 50mbit burst 64kb latency 400ms"
                        .formatted(right, id));
        listen();
        final JsonObject report = report(call(20));
        assertEquals(20, report.get("verified").getAsInt(), report.toString());
    }

    @Test
    void shouldGoOnAfterTheLinkWasCut() throws Exception {
        listen();
        final ChildJvm caller = call(200);
        caller.hear("verified 20 rounds");
        ip("-n %s link set r%s down".formatted(right, id));
        LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(4));
        ip("-n %s link set r%s up".formatted(right, id));
        final JsonObject report = report(caller);
        System.out.println("cut for 4 s: " + report);
        final JsonObject failures = report.getAsJsonObject("failures");
        final int failed =
                failures.entrySet().stream().mapToInt(each -> each.getValue().getAsInt()).sum();
        assertTrue(failed >= 1, report.toString());
        assertEquals(200, report.get("verified").getAsInt() + failed, report.toString());
        assertTrue(report.get("verified").getAsInt() > 100, report.toString());
        assertTrue(!failures.has("HANG") && !failures.has("WRONG_BYTES"), report.toString());
    }
}
