package dev.bounce.hw.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.BounceAgent;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ControlException;
import dev.bounce.hw.control.ZmqControlChannel;
import dev.bounce.hw.control.ZmqSettings;
import dev.bounce.model.wire.Tag;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class PairListenerTest {
    private static BounceAgent start(final boolean breaks) {
        return BounceAgent.named("listener").channel(identity -> channel(identity, breaks)).start();
    }

    private static ControlChannel channel(final String identity, final boolean breaks) {
        final ControlChannel real = ZmqControlChannel.open(ZmqSettings.loopback(), identity);
        return (ControlChannel)
                Proxy.newProxyInstance(
                        ControlChannel.class.getClassLoader(),
                        new Class<?>[] {ControlChannel.class},
                        (_, method, arguments) -> {
                            if (breaks && method.getName().equals("receive")) {
                                throw new ControlException("the context is gone", null);
                            }
                            return method.invoke(real, arguments);
                        });
    }

    @Test
    void shouldNotWaitForAnAgentThatHasFailed() {
        try (BounceAgent agent = start(true)) {
            final BenchException failure =
                    assertThrows(
                            BenchException.class,
                            () -> PairListener.next(new LinkedBlockingQueue<>(), agent, null));
            assertEquals(BenchException.FAILED, failure.exitCode());
            assertTrue(failure.getMessage().contains("the context is gone"), failure.getMessage());
        }
    }

    @Test
    void shouldTakeWhatLanded() throws Exception {
        try (BounceAgent agent = start(false)) {
            final Tag tag = Tag.of("round");
            assertEquals(
                    tag, PairListener.next(new LinkedBlockingQueue<>(List.of(tag)), agent, null));
        }
    }
}
