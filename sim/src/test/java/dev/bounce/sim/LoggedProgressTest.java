package dev.bounce.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.bounce.sim.check.PropertyViolation;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoggedProgressTest {
    private static final long SECOND = 1_000_000_000L;

    private final StringWriter log = new StringWriter();
    private long nanos = 7 * SECOND;

    @Test
    void shouldSayOneLineAMinute() {
        final LoggedProgress progress = progress(100_000);
        for (int done = 1; done <= 2_500; done++) {
            nanos += SECOND / 10;
            final PropertyViolation violation =
                    done % 1_000 == 0 ? new PropertyViolation("NoForeignWrite", "seen") : null;
            progress.ran(done, CampaignTest.result(done, 1, violation));
        }
        assertEquals(
                List.of(
                        "bounce sim: 600 of 100000 seeds, 0 with violations, about 2 h 46 min left",
                        "bounce sim: 1200 of 100000 seeds, 1 with violations, about 2 h 45 min"
                                + " left",
                        "bounce sim: 1800 of 100000 seeds, 1 with violations, about 2 h 44 min"
                                + " left",
                        "bounce sim: 2400 of 100000 seeds, 2 with violations, about 2 h 43 min"
                                + " left"),
                log.toString().lines().toList());
    }

    @Test
    void shouldSayNothingInARunOfLessThanAMinute() {
        final LoggedProgress progress = progress(500);
        for (int done = 1; done <= 500; done++) {
            nanos += SECOND / 10;
            progress.ran(done, CampaignTest.result(done, 1, null));
        }
        assertEquals("", log.toString());
    }

    @Test
    void shouldTellTheSecondsThatAreLeft() {
        final LoggedProgress progress = progress(101);
        nanos += 100 * SECOND;
        progress.ran(90, CampaignTest.result(90, 1, null));
        assertEquals(
                "bounce sim: 90 of 101 seeds, 0 with violations, about 12 s left",
                log.toString().strip());
    }

    private LoggedProgress progress(final long seeds) {
        return new LoggedProgress(seeds, new PrintWriter(log), () -> nanos);
    }
}
