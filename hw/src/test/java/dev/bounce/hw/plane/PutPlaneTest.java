package dev.bounce.hw.plane;

import static dev.bounce.hw.plane.PlaneEnd.receiver;
import static dev.bounce.hw.plane.PlaneEnd.sender;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// The put and flush code of `rc` and `cuda_ipc`, over puts that TCP emulates. Without the cases in
/// which a side dies or drops the link: emulation breaks there, which is why `tcp` does not put.
@Timeout(30)
class PutPlaneTest {
    private static final long MIB = 1 << 20;
    private static final Path RDMA_DEVICES = Path.of("/sys/class/infiniband");

    private final PlaneEnd left = PlaneEnd.put("left");
    private final PlaneEnd right = PlaneEnd.put("right");

    @AfterEach
    void close() {
        left.close();
        right.close();
        assertEquals(List.of(), ((PutPlane) left.plane).openObjects());
        assertEquals(List.of(), ((PutPlane) right.plane).openObjects());
    }

    private void connect(final long link) throws InterruptedException {
        left.randomize((int) link);
        final Body.ArenaAccess remote = right.openReceiver(link);
        left.openSender(link, remote);
        assertEquals(new Event.PlaneOpened(sender(link), Blob.EMPTY), left.next());
    }

    private void write(final long link, final long writeId, final long region, final long bytes) {
        left.write(link, writeId, 1, region, bytes, right.memory.arenaAddress());
    }

    @Test
    void shouldPutExactlyTheBytesOfAWrite() throws Exception {
        connect(7);
        write(7, 1, 8_192, 3 * MIB + 321);
        assertEquals(new Event.WriteEnded(1, WriteOutcome.LANDED), left.next());
        assertTrue(right.holds(left, 8_192, 3 * MIB + 321));
        assertTrue(right.isUntouched(0, 8_192));
        assertTrue(right.isUntouched(8_192 + 3 * MIB + 321, 8_192));
    }

    @Test
    void shouldEndEveryWriteOfManyExactlyOnce() throws Exception {
        connect(7);
        connect(8);
        for (int write = 0; write < 100; write++) {
            write(7 + write % 2, write, write % 12 * MIB, 1 + write * 9_973L);
        }
        for (int write = 0; write < 100; write++) {
            assertEquals(WriteOutcome.LANDED, left.next(Event.WriteEnded.class).outcome());
        }
        assertEquals(0, left.events.size());
        assertEquals(0, left.plane.poll(left.events::add));
    }

    @Test
    void shouldFenceByClosingTheWorkerOfTheEpoch() throws Exception {
        connect(7);
        connect(8);
        write(7, 1, 0, MIB);
        assertEquals(new Event.WriteEnded(1, WriteOutcome.LANDED), left.next());
        left.fence(sender(7));
        assertEquals(new Event.Fenced(sender(7), FenceStrength.PROVEN), left.next());
        right.fence(receiver(7));
        assertEquals(
                new Event.Fenced(receiver(7), FenceStrength.PROVEN),
                right.next(Event.Fenced.class));
        write(8, 2, 4 * MIB, MIB);
        assertEquals(new Event.WriteEnded(2, WriteOutcome.LANDED), left.next());
        write(7, 3, 0, MIB);
        assertEquals(new Event.WriteEnded(3, WriteOutcome.NEVER), left.next());
    }

    @Test
    void shouldNotPostAWriteThatIsLate() throws Exception {
        connect(7);
        left.plane.write(
                new Effect.Write(
                        1, sender(7), 0, 10, 1, 0, right.memory.arenaAddress(), Long.MIN_VALUE));
        assertEquals(new Event.WriteEnded(1, WriteOutcome.NEVER), left.next());
        assertTrue(right.isUntouched(0, 10));
    }

    @Test
    void shouldNotOpenALinkWithAKeyThatCannotBeOne() throws Exception {
        final Body.ArenaAccess whole = right.openReceiver(7);
        for (final int bytes : new int[] {0, 4_097}) {
            left.openSender(
                    7,
                    PlaneEnd.access(
                            whole.address(), Blob.of(new byte[bytes]), whole.planeAddress()));
            assertEquals(new Event.PlaneFailed(sender(7)), left.next(), bytes + " bytes");
        }
        left.openSender(7, whole);
        assertEquals(new Event.PlaneOpened(sender(7), Blob.EMPTY), left.next());
    }

    @Test
    void shouldSayInOneLineThatRdmaIsMissing() {
        final PlaneSettings settings =
                new PlaneSettings("left", System::nanoTime, 1, 1, 1, null, () -> {});
        try {
            PutPlane.rc(settings, left.memory).close();
        } catch (final UcxException missing) {
            assertEquals(1, missing.getMessage().lines().count());
            assertTrue(missing.getMessage().contains("RC"), missing.getMessage());
            return;
        }
        assertTrue(Files.isDirectory(RDMA_DEVICES), "plane rc opens where no RDMA device is");
        System.out.println("not run: what is said where RDMA is missing: this host has it");
        abort("this host has RDMA");
    }
}
