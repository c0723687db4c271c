package dev.bounce.hw;

import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.concurrent.Semaphore;

/// The peer of a soak: takes what is sent to it, and sends small transfers back without end until
/// somebody kills it. Says `agent DESCRIPTION`, hears `load DESCRIPTION POOL`.
final class SoakChild {
    static final String NAME = "soaked";
    private static final int WINDOW = 16;

    private SoakChild() {}

    public static void main(final String[] arguments) throws Exception {
        final BufferedReader in =
                new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        try (Arena owner = Arena.ofShared();
                BounceAgent agent =
                        BounceAgent.named(NAME)
                                .config(AgentRig.config())
                                .plane(PlaneKind.TCP)
                                .control(ControlKind.UCX)
                                .start()) {
            final MemorySegment pool = owner.allocate(AgentRig.POOL_BYTES, 64);
            agent.register(pool).orThrow();
            System.out.println("agent " + HexFormat.of().formatHex(agent.describe()));
            final String[] words = in.readLine().split(" ");
            agent.load(HexFormat.of().parseHex(words[1]));
            agent.awaitReady(SoakTest.NAME).join();
            final long target = Long.parseLong(words[2]) + AgentRig.POOL_BYTES / 2;
            final Semaphore window = new Semaphore(WINDOW);
            for (int number = 0; ; number++) {
                window.acquire();
                agent.submit(
                                SoakTest.small(pool.address(), target, number),
                                SoakTest.NAME,
                                null,
                                SoakTest.TAG)
                        .future()
                        .whenComplete((_, _) -> window.release());
            }
        }
    }
}
