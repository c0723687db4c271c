package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.channels.ClosedChannelException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.slf4j.event.Level;

class ZmqSocketsTest {
    private static String logged(final Runnable run) {
        final PrintStream before = System.err;
        final ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            run.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void shouldTellWhatTheLibraryReportsInOneLineAndNothingOnceItCloses() {
        final ZmqSockets sockets = new ZmqSockets(ZmqSettings.loopback());
        final Runnable report =
                () ->
                        sockets.report(
                                Level.WARN, Thread.currentThread(), new ClosedChannelException());
        final String open = logged(report);
        assertEquals(1, open.lines().count(), open);
        assertTrue(open.contains("WARN") && open.contains("ClosedChannelException"), open);
        sockets.close();
        assertEquals("", logged(report));
    }
}
