package dev.bounce.hw.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/// The committed PTX is what the source says. Whoever changes the source runs
/// `hw/cuda/build-ptx.sh`.
class PtxTest {
    private static final Path SOURCE = Path.of("src/main/cuda/bounce_copy.cu");

    private static List<String> ptx() throws Exception {
        try (InputStream stream = CudaKernels.class.getResourceAsStream(CudaKernels.PTX)) {
            return new String(stream.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
        }
    }

    @Test
    void shouldBeMadeFromTheSource() throws Exception {
        final byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(SOURCE));
        assertEquals(
                "// source-sha256: " + HexFormat.of().formatHex(digest),
                ptx().get(0),
                "run hw/cuda/build-ptx.sh");
    }

    @Test
    void shouldSayHowItIsMade() throws Exception {
        final String command = ptx().get(1);
        assertTrue(command.startsWith("// command: hw/cuda/build-ptx.sh"), command);
        assertTrue(Files.isExecutable(Path.of("cuda/build-ptx.sh")));
    }

    @Test
    void shouldRunOnOldDriversAndDevices() throws Exception {
        assertTrue(ptx().contains(".version 8.0"));
        assertTrue(ptx().contains(".target sm_80"));
    }

    @Test
    void shouldHoldTheKernels() throws Exception {
        for (final String kernel :
                List.of("bounce_gather", "bounce_scatter", "bounce_late_copy", "bounce_busy")) {
            assertTrue(ptx().contains(".visible .entry " + kernel + "("), kernel);
        }
    }
}
