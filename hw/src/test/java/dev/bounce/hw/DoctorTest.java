package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.ucx.UcxLibrary;
import dev.bounce.hw.ucx.UcxVersion;
import dev.bounce.model.MemoryKind;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DoctorTest {
    private static final UcxLibrary.Finding HOST_ONLY =
            new UcxLibrary.Finding(new UcxVersion(1, 13, 1), List.of(MemoryKind.HOST), null);
    private static final UcxLibrary.Finding WITH_CUDA =
            new UcxLibrary.Finding(
                    new UcxVersion(1, 22, 0), List.of(MemoryKind.HOST, MemoryKind.CUDA), null);
    private static final UcxLibrary.Finding NONE =
            new UcxLibrary.Finding(null, List.of(), "no UCX found; install it");
    private static final CudaProbe NO_DRIVER = CudaProbe.look("libcuda-that-is-not-there.so.1");
    private static final CudaProbe TWO_GPUS = new CudaProbe(2, 12_080, null);

    private static JsonObject diagnose(final UcxLibrary.Finding ucx, final CudaProbe cuda) {
        return JsonParser.parseString(Diagnosis.of(ucx, cuda, 10_000_000_000L).json())
                .getAsJsonObject();
    }

    private static JsonObject plane(final JsonObject diagnosis, final String name) {
        return diagnosis.getAsJsonObject("planes").getAsJsonObject(name);
    }

    @Test
    void shouldTellWhatThisMachineHas() {
        final StringWriter out = new StringWriter();
        final CommandLine line = Main.commandLine(Map.of()).setOut(new PrintWriter(out));
        assertEquals(0, line.execute("doctor", "--json"));
        final JsonObject found = JsonParser.parseString(out.toString()).getAsJsonObject();
        assertEquals("bounce.doctor/1", found.get("schema").getAsString());
        assertEquals(Runtime.version().toString(), found.get("jdk").getAsString());
        assertTrue(found.getAsJsonObject("ucx").get("found").getAsBoolean());
        assertEquals(
                UcxLibrary.finding().version().toString(),
                found.getAsJsonObject("ucx").get("version").getAsString());
        assertTrue(
                found.getAsJsonObject("ucx")
                        .getAsJsonArray("memoryTypes")
                        .toString()
                        .contains("\"host\""));
        assertTrue(plane(found, "local").get("usable").getAsBoolean());
        assertTrue(plane(found, "tcp").get("usable").getAsBoolean(), found.toString());
        assertEquals(
                "tcp",
                plane(found, "tcp").getAsJsonObject("settings").get("UCX_TLS").getAsString());
        assertEquals(
                "PROVEN",
                found.getAsJsonObject("fence")
                        .getAsJsonObject("tcp")
                        .get("strength")
                        .getAsString());
        assertEquals(
                10_000,
                found.getAsJsonObject("fence")
                        .getAsJsonObject("cuda_ipc")
                        .get("delayMillis")
                        .getAsInt());
        assertTrue(found.getAsJsonObject("cuda").has("found"));
    }

    @Test
    void shouldSayThatThereIsNoGpuToTest() {
        final StringWriter err = new StringWriter();
        final CommandLine line = Main.commandLine(Map.of()).setErr(new PrintWriter(err));
        assertEquals(3, line.execute("doctor", "--self-test", "--device", "64"));
        assertEquals(1, err.toString().lines().count(), err.toString());
        assertTrue(err.toString().startsWith("bounce: no self-test: no CUDA d"), err.toString());
    }

    @Test
    void shouldNameTheFirstStepThatIsMissing() {
        final JsonObject bare = diagnose(NONE, NO_DRIVER);
        assertFalse(bare.getAsJsonObject("ucx").get("found").getAsBoolean());
        assertFalse(bare.getAsJsonObject("ucx").has("version"));
        assertTrue(plane(bare, "local").get("usable").getAsBoolean());
        assertEquals("no UCX found; install it", plane(bare, "tcp").get("reason").getAsString());
        final JsonObject noDriver = diagnose(HOST_ONLY, NO_DRIVER);
        assertFalse(noDriver.getAsJsonObject("cuda").get("found").getAsBoolean());
        assertTrue(
                plane(noDriver, "cuda_ipc").get("reason").getAsString().contains("NVIDIA driver"));
        final JsonObject noCudaUcx = diagnose(HOST_ONLY, TWO_GPUS);
        assertTrue(noCudaUcx.getAsJsonObject("cuda").get("found").getAsBoolean());
        assertTrue(
                plane(noCudaUcx, "cuda_ipc").get("reason").getAsString().contains("without CUDA"));
        final JsonObject whole = plane(diagnose(WITH_CUDA, TWO_GPUS), "cuda_ipc");
        assertTrue(
                whole.get("usable").getAsBoolean()
                        || !whole.get("reason").getAsString().contains("without CUDA"),
                whole.toString());
    }

    @Test
    void shouldTellPeopleInOneLineEach() {
        final String text = Diagnosis.of(NONE, NO_DRIVER, 10_000_000_000L).text();
        assertEquals(7, text.lines().count(), text);
        assertTrue(text.contains("T 10000 ms"), text);
    }
}
