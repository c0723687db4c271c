package dev.bounce.hw.bench.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.bounce.hw.bench.serving.ServingMessage.Kind;
import dev.bounce.model.agent.PlaneKind;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ServingMessageTest {
    @Test
    void shouldReadWhatItWrote() {
        for (final ServingMessage message :
                List.of(
                        ServingMessage.of(Kind.ASK_CANCEL, 7),
                        ServingMessage.of(Kind.ARRIVE, 0, 4_096, 17),
                        new ServingMessage(Kind.PUBLISHED, 1L << 40, List.of(3)))) {
            assertEquals(message, ServingMessage.parse(message.line()));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "CANCEL", "CANCEL x", "PUBLISHED 1 2,x", "FORGET 1"})
    void shouldRefuseOtherLines(final String line) {
        assertThrows(IllegalArgumentException.class, () -> ServingMessage.parse(line));
    }

    @Test
    void shouldTellAnotherProcessTheSameSettings() {
        final ServingSettings settings =
                Plans.of(PlaneKind.TCP, "--seed=-9", "--prefill=4", "--pools=3").settings();
        final ServingOptions read = new ServingOptions();
        new CommandLine(read).parseArgs(settings.arguments().toArray(String[]::new));
        assertEquals(settings, read.settings());
    }
}
