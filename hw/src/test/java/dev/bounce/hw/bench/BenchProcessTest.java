package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.hw.ChildJvm;
import dev.bounce.hw.Main;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Workloads between processes, every byte compared.
@Timeout(90)
class BenchProcessTest {
    /// JCuda takes a file of its name that is there already: the folder has to be a private one.
    @Test
    void shouldUnpackNativeLibrariesWhereThisProcessDoes() {
        final List<String> line = BounceProcess.commandLine(List.of("doctor"));
        assertTrue(
                line.contains("-Djava.io.tmpdir=" + System.getProperty("java.io.tmpdir")),
                line.toString());
        assertEquals("doctor", line.getLast());
    }

    @Test
    void shouldMeasureOneProcessPerAgent() throws Exception {
        try (ChildJvm bench =
                ChildJvm.start(
                        Main.class,
                        "bench",
                        "--plane=tcp",
                        "--memory=host",
                        "--iterations=1",
                        "--warmup=0",
                        "--json")) {
            final JsonObject json = JsonParser.parseString("{" + bench.hear("{")).getAsJsonObject();
            assertEquals("bounce.bench/1", json.get("schema").getAsString());
            assertEquals("tcp", json.get("plane").getAsString());
            assertEquals("host", json.get("memory").getAsString());
            assertEquals(18_432, json.get("descriptors").getAsInt());
            assertTrue(json.get("verified").getAsBoolean());
            assertTrue(json.getAsJsonObject("direct").get("p50Micros").getAsDouble() > 0);
            assertEquals(0, bench.await());
        }
    }

    @Test
    void shouldStartAProcessForEachFurtherSender() throws Exception {
        try (ChildJvm bench =
                ChildJvm.start(
                        Main.class,
                        "bench",
                        "--plane=tcp",
                        "--memory=host",
                        "--workload=gpt-oss-120b-8k-merge",
                        "--blocks=8",
                        "--layers=2",
                        "--senders=2",
                        "--in-flight=2",
                        "--iterations=2",
                        "--warmup=0",
                        "--json")) {
            final JsonObject json = JsonParser.parseString("{" + bench.hear("{")).getAsJsonObject();
            assertEquals(2, json.get("senders").getAsInt());
            assertEquals(32, json.get("descriptors").getAsInt());
            assertTrue(json.getAsJsonObject("bounce").get("p50Micros").getAsDouble() > 0);
            final JsonObject reactors = json.getAsJsonObject("reactorMicrosPerChunk");
            assertTrue(reactors.get("senders").getAsDouble() > 0);
            assertTrue(reactors.get("receivers").getAsDouble() > 0);
            assertEquals(0, bench.await());
        }
    }
}
