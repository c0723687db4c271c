package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ZmqControlChannel;
import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.PlaneKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A reactor with an open link, turned by the thread of the test: a turn that finds nothing to do
/// allocates nothing, once it is compiled. JeroMQ makes two references of 16 bytes when it finds
/// nothing at a ROUTER (0.6.0, `Router.xrecv`), unless the JIT compiler takes them out.
@Timeout(60)
class IdleTurnTest {
    private static final int WINDOW = 2_000;
    private static final long BOUND_NANOS = TimeUnit.SECONDS.toNanos(20);
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final LocalFabric fabric = new LocalFabric();

    private BounceAgentBuilder builder(
            final String name, final PlaneKind plane, final ControlKind control) {
        return BounceAgent.named(name)
                .config(AgentRig.config("link.keep-alive", "200ms"))
                .fabric(fabric)
                .plane(plane)
                .control(control);
    }

    @ParameterizedTest
    @CsvSource({"LOCAL, UCX, 0", "TCP, UCX, 0", "LOCAL, ZMQ, 32", "TCP, ZMQ, 32"})
    void shouldAllocateNothingInAnIdleTurn(
            final PlaneKind plane, final ControlKind control, final long most) {
        try (BounceAgent to = builder("to", plane, control).start();
                Arena owner = Arena.ofShared()) {
            final MemorySegment pool = owner.allocate(4_096, 64);
            to.register(pool).orThrow();
            final AgentParts parts = AgentAssembly.of(builder("from", plane, control));
            final ControlChannel channel =
                    parts.channel()
                            .open(ZmqControlChannel.identityOf("from", parts.engine().instance()));
            parts.wakeUp().attach(channel);
            final Reactor reactor = new Reactor(parts, channel);
            try {
                open(parts, reactor, to);
                final long found = leastBytes(reactor, most * WINDOW);
                assertTrue(found <= most * WINDOW, found + " bytes in " + WINDOW + " idle turns");
            } finally {
                reactor.close(null);
            }
        }
    }

    private static void open(final AgentParts parts, final Reactor reactor, final BounceAgent to) {
        final PeerBook peers =
                new PeerBook(
                        parts,
                        new OwnRegions(parts.memory(), parts.probe()),
                        reactor.endpoint(),
                        reactor.controlKind());
        assertInstanceOf(LoadResult.Loaded.class, peers.load("to", to.describe()));
        final long end = System.nanoTime() + BOUND_NANOS;
        while (!peers.find("to").view().takesRequests()) {
            reactor.turn();
            assertTrue(System.nanoTime() < end, "the link does not open");
        }
    }

    /// The least that so many idle turns one behind the other have allocated; a turn with a frame
    /// or a deadline between them begins the count anew. Ends early at `enough`.
    private static long leastBytes(final Reactor reactor, final long enough) {
        final long end = System.nanoTime() + BOUND_NANOS;
        long least = Long.MAX_VALUE;
        while (least > enough && System.nanoTime() < end) {
            final long before = THREADS.getCurrentThreadAllocatedBytes();
            int turns = 0;
            while (turns < WINDOW && !reactor.turn()) {
                turns++;
            }
            if (turns == WINDOW) {
                least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
            }
        }
        return least;
    }
}
