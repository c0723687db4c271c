package dev.bounce.hw.ucx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.model.wire.Blob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Connections to a worker that is gone.
@Timeout(30)
final class RefusedConnectionTest {
    private static long openFiles() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"))) {
            return files.count();
        }
    }

    @Test
    void shouldNotKeepASocketForEachAttempt() throws Exception {
        final UcxDomain domain = new UcxDomain(UcxProfile.CONTROL, "lo", false);
        final AmWorker gone = new AmWorker(domain, "gone", 1, 4, (_, _, _) -> {});
        final Blob address = gone.address();
        assertTrue(gone.close());
        final AmWorker worker = new AmWorker(domain, "worker", 1, 4, (_, _, _) -> {});
        final long before = openFiles();
        final int[] broken = new int[1];
        for (int attempt = 0; attempt < 50; attempt++) {
            final AmPeer peer = worker.connect(address, (_, _) -> broken[0]++);
            for (int turn = 0; turn < 100 && !peer.isBroken(); turn++) {
                worker.progress();
            }
            worker.progress();
            worker.disconnect(peer);
        }
        assertEquals(50, broken[0], "each is told");
        assertTrue(openFiles() <= before + 3, before + " files, then " + openFiles());
        assertTrue(worker.close());
        domain.close();
    }
}
