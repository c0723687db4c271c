package dev.bounce.hw.plane;

import static dev.bounce.hw.plane.PlaneEnd.receiver;
import static dev.bounce.hw.plane.PlaneEnd.sender;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.hw.ChildJvm;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import java.util.HexFormat;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What broke puts that TCP emulates, tried on the `tcp` plane between two processes.
@Timeout(60)
class TcpProcessTest {
    private static final long MIB = 1 << 20;
    private static final int CHILD_SEED = 99;

    private final PlaneEnd here = PlaneEnd.tcp("here");
    private final PlaneEnd other = PlaneEnd.tcp("other");

    /// What the arena of the child holds.
    private final PlaneEnd likeChild = PlaneEnd.tcp("like-child");

    private ChildJvm child;
    private long childArena;

    @BeforeEach
    void start() throws Exception {
        likeChild.randomize(CHILD_SEED);
        child = ChildJvm.start(PlaneChild.class, String.valueOf(CHILD_SEED));
        childArena = Long.parseLong(child.hear("ready"));
    }

    @AfterEach
    void close() {
        child.close();
        here.close();
        other.close();
        likeChild.close();
    }

    private void connectChildToHere(final long link) throws Exception {
        final Body.ArenaAccess access = here.openReceiver(link);
        child.say("send %d %d %s", link, access.address(), access.planeAddress());
        child.hear("opened");
    }

    private void connectHereToChild(final long link) throws Exception {
        child.say("receive %d", link);
        final byte[] address = HexFormat.of().parseHex(child.hear("opened"));
        here.openSender(link, PlaneEnd.access(childArena, Blob.EMPTY, Blob.of(address)));
        assertEquals(new Event.PlaneOpened(sender(link), Blob.EMPTY), here.next());
    }

    /// Another sender can write to this process, and the bytes arrive.
    private void assertServesOthers(final long link, final long region) throws Exception {
        other.randomize(3);
        other.openSender(link, here.openReceiver(link));
        other.next(Event.PlaneOpened.class);
        here.grant(link, 1_000 + link, region, MIB);
        other.write(link, 1, 1_000 + link, region, MIB, here.memory.arenaAddress());
        assertEquals(new Event.WriteEnded(1, WriteOutcome.LANDED), other.next());
        assertTrue(here.holds(other, region, MIB));
    }

    @Test
    void shouldMoveBytesBetweenProcesses() throws Exception {
        connectChildToHere(7);
        here.grant(7, 1, MIB, 4 * MIB);
        child.say("write 7 1 1 %d %d %d", MIB, 4 * MIB, here.memory.arenaAddress());
        assertEquals("1 LANDED", child.hear("ended"));
        assertTrue(here.holds(likeChild, MIB, 4 * MIB));
    }

    @Test
    void shouldLiveOnWhenASenderIsKilledWhoseBytesAreUnread() throws Exception {
        connectChildToHere(7);
        final CountDownLatch held = new CountDownLatch(1);
        here.grant(7, 1, 0, 8 * MIB);
        here.tcp().onLoop(() -> await(held));
        child.say("write 7 1 1 0 %d %d", 8 * MIB, here.memory.arenaAddress());
        child.say("write 7 2 1 0 %d %d", 64 << 10, here.memory.arenaAddress());
        // The child has begun to write when a command after these is obeyed.
        child.say("receive 9");
        child.hear("opened");
        child.kill();
        held.countDown();
        assertEquals(new Event.LinkBroken(receiver(7)), here.next());
        here.fence(receiver(7));
        assertEquals(new Event.Fenced(receiver(7), FenceStrength.PROVEN), here.next());
        here.memory.arena().asSlice(0, 8 * MIB).fill((byte) 0);
        assertServesOthers(8, 8 * MIB);
        assertTrue(here.isUntouched(0, 8 * MIB), "bytes of a dead epoch came after its fence");
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldReportNothingLandedWhenTheReceiverDropsTheLink() throws Exception {
        connectChildToHere(7);
        here.grant(7, 1, 0, 8 * MIB);
        final CountDownLatch held = new CountDownLatch(1);
        here.tcp().onLoop(() -> await(held));
        for (int write = 1; write <= 8; write++) {
            child.say("write 7 %d 1 0 %d %d", write, 8 * MIB, here.memory.arenaAddress());
        }
        child.say("receive 9");
        child.hear("opened");
        here.fence(receiver(7));
        assertEquals(new Event.Fenced(receiver(7), FenceStrength.PROVEN), here.next());
        held.countDown();
        assertEquals("7", child.hear("broken"));
        for (int write = 1; write <= 8; write++) {
            assertNotEquals("LANDED", child.hear("ended").split(" ")[1]);
        }
        assertTrue(here.isUntouched(0, 8 * MIB));
    }

    @Test
    void shouldPlaceNothingOfAProcessThatWritesOutsideItsGrant() throws Exception {
        connectChildToHere(7);
        here.grant(7, 1, 4 * MIB, MIB);
        child.say("write 7 1 1 %d %d %d", 4 * MIB, MIB + 1, here.memory.arenaAddress());
        assertEquals("1 DIRTY", child.hear("ended"));
        child.say("write 7 2 1 %d %d %d", 3 * MIB, MIB, here.memory.arenaAddress());
        assertEquals("2 DIRTY", child.hear("ended"));
        assertTrue(here.isUntouched(0, 4 * MIB));
        assertTrue(here.isUntouched(5 * MIB, 4 * MIB));
        assertServesOthers(8, 8 * MIB);
    }

    @Test
    void shouldEndAWriteToAProcessThatIsStopped() throws Exception {
        connectHereToChild(7);
        child.say("grant 7 1 0 %d", 8 * MIB);
        child.say("receive 9");
        child.hear("opened");
        here.write(7, 1, 1, 0, MIB, childArena);
        assertEquals(new Event.WriteEnded(1, WriteOutcome.LANDED), here.next());
        child.say("grant 7 2 0 %d", 8 * MIB);
        child.signal("STOP");
        here.write(7, 2, 2, 0, 8 * MIB, childArena);
        assertEquals(new Event.LinkBroken(sender(7)), here.next());
        assertEquals(new Event.WriteEnded(2, WriteOutcome.DIRTY), here.next());
        here.fence(sender(7));
        assertEquals(new Event.Fenced(sender(7), FenceStrength.PROVEN), here.next());
        child.signal("CONT");
        assertEquals("7", child.hear("broken"));
    }

    @Test
    void shouldSeeThatAReceiverWasKilled() throws Exception {
        connectHereToChild(7);
        child.kill();
        assertEquals(new Event.LinkBroken(sender(7)), here.next());
        here.write(7, 1, 1, 0, MIB, childArena);
        assertEquals(new Event.WriteEnded(1, WriteOutcome.NEVER), here.next());
    }
}
