package dev.bounce.hw.plane;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.memory.HostMemory;
import dev.bounce.hw.ucx.AmWorker;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxProfile;
import dev.bounce.model.plan.DescriptorPairs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The sender of direct transfers over messages, with a worker that has room for one send.
@Timeout(30)
class DirectGreetingTest {
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final UcxDomain domain = new UcxDomain(UcxProfile.TCP, "lo", false);
    private final HostMemory memory = new HostMemory(4_096);
    private final Arena owner = Arena.ofShared();
    private final List<Event> told = new ArrayList<>();
    private final List<Integer> first = new ArrayList<>();
    private final List<Integer> second = new ArrayList<>();
    private final AmWorker firstPeer = peer("first", first);
    private final AmWorker secondPeer = peer("second", second);
    private final AmWorker worker =
            new AmWorker(domain, "sender", AmLayout.DIRECT_IDS, 1, (_, _, _) -> {});
    private final PlaneContext context =
            new PlaneContext(
                    "left",
                    memory,
                    null,
                    System::nanoTime,
                    told::add,
                    new PlaneCounters(),
                    new CopyWaits("left", memory),
                    WAIT_NANOS,
                    WAIT_NANOS);
    private final DirectSender sender = new DirectSender(context, worker);

    private AmWorker peer(final String name, final List<Integer> messages) {
        return new AmWorker(domain, name, AmLayout.DIRECT_IDS, 4, (id, _, _) -> messages.add(id));
    }

    @AfterEach
    void close() {
        worker.close();
        firstPeer.close();
        secondPeer.close();
        domain.close();
        memory.close();
        owner.close();
    }

    private DescriptorPairs pairs() {
        final MemorySegment from = owner.allocate(64);
        memory.register(from);
        return new DescriptorPairs(
                new long[] {from.address()},
                new long[] {4_096},
                new long[] {64},
                new int[] {0},
                new int[] {0});
    }

    private void until(final BooleanSupplier done) {
        final long end = System.nanoTime() + WAIT_NANOS;
        while (!done.getAsBoolean() && System.nanoTime() - end < 0) {
            worker.progress();
            sender.pump();
            firstPeer.progress();
            secondPeer.progress();
        }
        assertTrue(done.getAsBoolean(), first + " " + second);
    }

    @Test
    void shouldGreetAPeerForWhoseGreetingThereWasNoRoomAtFirst() {
        sender.start(1, firstPeer.address(), pairs());
        assertThrows(
                IllegalStateException.class, () -> sender.start(2, secondPeer.address(), pairs()));
        until(() -> !first.isEmpty());
        sender.close();
        until(() -> !told.isEmpty() && worker.nextHeader() != null);
        assertEquals(1, told.size(), "one that was not begun is not told");
        sender.start(3, secondPeer.address(), pairs());
        until(() -> !second.isEmpty());
        assertEquals(AmLayout.DIRECT_HELLO, second.getFirst());
    }

    @Test
    void shouldEndTransfersOfAConnectionOnceItIsClosed() {
        sender.start(1, firstPeer.address(), pairs());
        until(() -> first.contains(AmLayout.DIRECT_PIECE));
        sender.close();
        assertEquals(List.of(), told, "its source may still be read");
        until(() -> !told.isEmpty());
        assertEquals(List.of(new Event.DirectEnded(1, WriteOutcome.DIRTY)), told);
    }
}
