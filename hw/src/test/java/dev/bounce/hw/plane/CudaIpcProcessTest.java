package dev.bounce.hw.plane;

import static dev.bounce.hw.plane.PlaneEnd.receiver;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.hw.ChildJvm;
import dev.bounce.hw.cuda.CudaProbe;
import dev.bounce.hw.ucx.UcxLibrary;
import dev.bounce.model.MemoryKind;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

/// The `cuda_ipc` plane between two processes, on two GPUs if there are two, and what becomes of
/// bytes that are under way when the writer dies or stops. Skipped, with the reason, where there
/// are none.
@Timeout(120)
class CudaIpcProcessTest {
    private static final long MIB = 1 << 20;
    private static final long T_NANOS = TimeUnit.SECONDS.toNanos(2);
    private static final int POISON = 0x5A;

    private CudaEnd here;
    private ChildJvm child;
    private String childDevice;

    @BeforeEach
    void start() throws Exception {
        final CudaProbe probe = CudaProbe.look();
        assumeTrue(probe.isFound(), probe.reason());
        assumeTrue(
                UcxLibrary.finding().memoryTypes().contains(MemoryKind.CUDA),
                "UCX was built without CUDA");
        here = new CudaEnd("here", 0, T_NANOS);
        childDevice = probe.devices() > 1 ? "1" : "0";
        child = ChildJvm.start(CudaChild.class, childDevice);
        child.hear("ready");
    }

    @AfterEach
    void close() {
        if (child != null) {
            child.close();
        }
        if (here != null) {
            here.close();
        }
    }

    private void connect(final long link) throws Exception {
        here.plane.open(new Effect.OpenPlane(receiver(link), "peer", null));
        child.say(
                "open %d %d %s %s",
                link,
                here.memory.arenaAddress(),
                here.plane.arenaKey(),
                here.next(Event.PlaneOpened.class).address());
        final String opened = child.hear("opened");
        assertTrue(opened.startsWith("PlaneOpened"), opened);
    }

    @Test
    void shouldPutExactlyTheBytesOfAWrite() throws Exception {
        here.fill(POISON);
        connect(7);
        final byte[] block = CudaEnd.random(5, 32 << 20);
        for (final long[] write :
                new long[][] {{4_096, 1}, {64 * MIB, 4_096}, {96 * MIB + 3, 5 * MIB + 17}}) {
            child.say("write 7 %d %d %d", write[0], write[1], here.memory.arenaAddress());
            assertEquals("LANDED", child.hear("ended"));
            final int from = (int) (write[0] % block.length);
            assertArrayEquals(
                    Arrays.copyOfRange(block, from, from + (int) write[1]),
                    here.read(write[0], write[1]));
            assertEquals(POISON, here.read(write[0] - 1, 1)[0]);
            assertEquals(POISON, here.read(write[0] + write[1], 1)[0]);
        }
    }

    /// The fence of a link waits for everything on the device, also for a stream of the application
    /// that waits, be it for what comes over another link.
    @Test
    void shouldOpenALinkWhileAFenceWaitsForAStreamThatWaitsForIt() throws Exception {
        connect(7);
        child.say("write 7 0 %d %d", MIB, here.memory.arenaAddress());
        assertEquals("LANDED", child.hear("ended"));
        child.say("hold");
        child.hear("held");
        child.say("leave 7");
        child.hear("left");
        connect(8);
        child.say("write 8 0 %d %d", MIB, here.memory.arenaAddress());
        assertEquals("LANDED", child.hear("ended"));
        child.say("go");
        assertEquals("7", child.hear("fenced"));
    }

    @Test
    void shouldMoveChunksOneBehindTheOther(final TestReporter reporter) throws Exception {
        connect(7);
        for (final long[] chunk :
                new long[][] {{4_096, 2_000}, {MIB, 1_000}, {8 * MIB, 500}, {32 * MIB, 200}}) {
            child.say("measure 7 %d %d %d", chunk[0], chunk[1], here.memory.arenaAddress());
            final String measured = child.hear("measured");
            reporter.publishEntry("chunks", measured);
            assertTrue(measured.startsWith("%d of %d ".formatted(chunk[1], chunk[1])), measured);
        }
    }

    @Test
    void shouldProveTheFenceWhenTheWriterIsKilledInTheMiddleOfACopy() throws Exception {
        for (int round = 0; round < 3; round++) {
            connect(7 + round);
            child.say("post %d 0 %d %d", 7 + round, 512 * MIB, here.memory.arenaAddress());
            child.hear("posted");
            child.kill();
            here.plane.fence(new Effect.Fence(receiver(7 + round), "peer", Long.MAX_VALUE / 2));
            assertEquals(
                    new Event.Fenced(receiver(7 + round), FenceStrength.PROVEN),
                    here.next(Event.Fenced.class));
            here.fill(POISON);
            TimeUnit.MILLISECONDS.sleep(500);
            assertTrue(here.holdsOnly(POISON), "bytes of a process that has ended came later");
            child.close();
            child = ChildJvm.start(CudaChild.class, childDevice);
            child.hear("ready");
        }
    }

    @Test
    void shouldAssumeTheFenceOfAWriterThatIsStopped(final TestReporter reporter) throws Exception {
        connect(7);
        child.say("post 7 0 %d %d", 512 * MIB, here.memory.arenaAddress());
        child.hear("posted");
        child.signal("STOP");
        final long start = System.nanoTime();
        here.plane.fence(new Effect.Fence(receiver(7), "peer", 0));
        assertEquals(
                new Event.Fenced(receiver(7), FenceStrength.ASSUMED),
                here.next(Event.Fenced.class));
        assertTrue(System.nanoTime() - start >= T_NANOS);
        here.fill(POISON);
        TimeUnit.MILLISECONDS.sleep(500);
        reporter.publishEntry(
                "after T, while it is stopped",
                here.holdsOnly(POISON) ? "nothing came" : "bytes came");
        child.signal("CONT");
        TimeUnit.MILLISECONDS.sleep(500);
        reporter.publishEntry(
                "after it went on", here.holdsOnly(POISON) ? "nothing came" : "bytes came (A5)");
    }
}
