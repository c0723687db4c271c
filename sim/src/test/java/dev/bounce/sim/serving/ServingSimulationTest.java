package dev.bounce.sim.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class ServingSimulationTest {
    @Test
    void shouldServeEveryRequestOverRealEngines() {
        for (long seed = 1; seed <= 3; seed++) {
            final ServingReport report = ServingSimulation.run(seed, ServingSettings.ofDefaults());
            assertEquals(200, report.served() + report.cancelled());
            assertEquals(0, report.failed());
            assertEquals(0, report.quarantinedBlocks());
            assertTrue(report.readyNanos().size() >= report.served(), report.toString());
            assertTrue(report.readyNanos().getFirst() > 0, report.toString());
            assertTrue(report.windowBlocksPeak() <= 65_536 / 32, report.toString());
            assertEquals(report, ServingSimulation.run(seed, ServingSettings.ofDefaults()));
        }
    }

    @Test
    void shouldShareRequestsAmongFourPrefillWorkers() {
        final ServingSettings settings = ServingSettings.ofFourToOne();
        final ServingReport report = ServingSimulation.run(1, settings);
        assertEquals(settings.requests(), report.served() + report.cancelled());
        assertEquals(0, report.failed() + report.quarantinedBlocks());
        assertTrue(report.samples().getLast().prefilled() >= report.served(), report.toString());
        assertTrue(report.windowBlocksPeak() > 65_536 / 32, "more than one worker can fill");
        assertEquals(report, ServingSimulation.run(1, settings));
    }
}
