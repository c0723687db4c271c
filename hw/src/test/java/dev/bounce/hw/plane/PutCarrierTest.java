package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxProfile;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequestParams;

/// Puts and flushes that UCX refuses at once.
@Timeout(30)
class PutCarrierTest {
    private static final int ARENA_BYTES = 1 << 20;

    private final HostMemory memory = new HostMemory(ARENA_BYTES);
    private final UcxDomain domain = new UcxDomain(UcxProfile.TCP_PUT, "lo", false);
    private final UcpMemory mapped =
            domain.map(
                    "arena",
                    memory.arenaAddress() - DeviceMemory.FRONT_BYTES,
                    ARENA_BYTES + DeviceMemory.FRONT_BYTES);
    private final AmWorker receiver =
            new AmWorker(domain, "receiver", AmLayout.LINK_IDS, 4, (_, _, _) -> greeted = true);
    private final List<Event> told = new ArrayList<>();
    private final List<UcxCallback> posted = new ArrayList<>();
    private boolean putsRefused;
    private boolean greeted;
    private PutCarrier carrier;
    private final LinkSender sender =
            new LinkSender(
                    new PlaneContext(
                            "left",
                            memory,
                            null,
                            System::nanoTime,
                            told::add,
                            new PlaneCounters(),
                            new CopyWaits("left", memory),
                            TimeUnit.SECONDS.toNanos(10),
                            TimeUnit.SECONDS.toNanos(10)),
                    domain,
                    new Effect.OpenPlane(
                            PlaneEnd.sender(7),
                            "peer",
                            PlaneEnd.access(
                                    memory.arenaAddress(),
                                    UcxDomain.keyOf(mapped),
                                    receiver.address())),
                    this::carrier);

    private Carrier carrier(final LinkSender made, final Effect.OpenPlane open) {
        carrier = new PutCarrier(made, open, domain.memoryType(), mapped, new Refusing());
        return carrier;
    }

    /// Notes puts, or refuses them, and refuses each flush.
    private final class Refusing implements PutCarrier.Posting {
        @Override
        public void put(
                final UcpEndpoint endpoint,
                final long source,
                final long bytes,
                final long target,
                final UcpRemoteKey key,
                final UcxCallback end,
                final UcpRequestParams params) {
            if (putsRefused) {
                throw new UcxException("planted");
            }
            posted.add(end);
        }

        @Override
        public void flush(final UcpEndpoint endpoint, final UcxCallback end) {
            throw new UcxException("planted");
        }
    }

    @AfterEach
    void close() {
        while (!greeted) { // a connection that is still being set up cannot be closed
            sender.progress();
            receiver.progress();
        }
        assertTrue(sender.close());
        assertTrue(receiver.close());
        mapped.deregister();
        domain.closed("arena");
        domain.close();
        memory.close();
    }

    @Test
    void shouldBeQuietOnlyWhenAPutHasEndedWhoseFlushWasRefused() {
        sender.begin();
        assertFalse(carrier.isWarm());
        assertFalse(carrier.isQuiet(), "the put reads the arena and needs its key");
        assertEquals(List.of(), told);
        posted.getFirst().onSuccess(null);
        assertTrue(carrier.isQuiet());
        assertFalse(carrier.isWarm(), "no flush has proven it");
        assertEquals(List.of(new Event.PlaneFailed(PlaneEnd.sender(7))), told);
    }

    @Test
    void shouldBeQuietAfterAPutThatWasRefused() {
        putsRefused = true;
        sender.begin();
        assertFalse(carrier.isWarm());
        assertTrue(carrier.isQuiet());
        assertEquals(List.of(new Event.PlaneFailed(PlaneEnd.sender(7))), told);
    }
}
