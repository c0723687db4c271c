package dev.bounce.hw.bench.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.ucx.UcxLibrary;
import dev.bounce.model.agent.PlaneKind;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Serving runs whose decode worker is another process, over UCX and TCP.
@Timeout(90)
class ServingProcessTest {
    @BeforeAll
    static void requireUcx() {
        if (!UcxLibrary.finding().isUsable()) {
            System.out.println("ServingProcessTest is skipped: " + UcxLibrary.finding().fault());
        }
        assumeTrue(UcxLibrary.finding().isUsable(), UcxLibrary.finding().fault());
    }

    @Test
    void shouldServeAndCompareEveryRequest() throws Exception {
        final ServingReport report =
                ServingRun.run(Plans.of(PlaneKind.TCP, "--prefill=2"), Plant.NONE, _ -> {});
        assertEquals(12, report.served());
        assertEquals(12, report.decode().verifiedRequests());
        assertEquals(report.prefill().bytes(), report.decode().verifiedBytes());
        assertEquals(0, report.decode().ownedBlocks());
    }

    @Test
    void shouldFindOneWrongBit() {
        final BenchException found =
                assertThrows(
                        BenchException.class,
                        () ->
                                ServingRun.run(
                                        Plans.of(PlaneKind.TCP),
                                        new ServingRunTest.Flip(5),
                                        _ -> {}));
        assertEquals(BenchException.MISMATCH, found.exitCode());
        assertTrue(found.getMessage().contains("request 5: byte 999"), found.getMessage());
    }

    @Test
    void shouldEndWhenTheProcessOfADecodeWorkerDies() {
        final Plant killer =
                (id, _, _) -> {
                    if (id == 3) {
                        // No other test has a process now.
                        ProcessHandle.current().children().forEach(ProcessHandle::destroyForcibly);
                    }
                };
        final BenchException dead =
                assertThrows(
                        BenchException.class,
                        () -> ServingRun.run(Plans.of(PlaneKind.TCP), killer, _ -> {}));
        assertEquals(BenchException.FAILED, dead.exitCode());
        assertEquals("the process of decode-0 has ended", dead.getMessage());
    }
}
