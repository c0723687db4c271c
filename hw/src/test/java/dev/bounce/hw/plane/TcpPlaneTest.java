package dev.bounce.hw.plane;

import static dev.bounce.hw.plane.PlaneEnd.receiver;
import static dev.bounce.hw.plane.PlaneEnd.sender;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Effect;
import dev.bounce.engine.Event;
import dev.bounce.engine.FenceStrength;
import dev.bounce.engine.WriteOutcome;
import dev.bounce.model.wire.Blob;
import dev.bounce.model.wire.Body;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class TcpPlaneTest {
    private static final long MIB = 1 << 20;

    private final PlaneEnd left = PlaneEnd.tcp("left");
    private final PlaneEnd right = PlaneEnd.tcp("right");

    @AfterEach
    void close() {
        left.close();
        right.close();
        assertEquals(List.of(), left.tcp().openObjects());
        assertEquals(List.of(), right.tcp().openObjects());
    }

    private Body.ArenaAccess connect(final long link) throws InterruptedException {
        left.randomize((int) link);
        final Body.ArenaAccess remote = right.openReceiver(link);
        left.openSender(link, remote);
        assertEquals(new Event.PlaneOpened(sender(link), Blob.EMPTY), left.next());
        return remote;
    }

    private void write(
            final long link,
            final long writeId,
            final long grantId,
            final long region,
            final long bytes) {
        left.write(link, writeId, grantId, region, bytes, right.memory.arenaAddress());
    }

    @Test
    void shouldPlaceExactlyTheBytesOfAWrite() throws Exception {
        connect(7);
        final long bytes = 3 * MIB + 4_321;
        right.grant(7, 1, 8_192, bytes);
        write(7, 5, 1, 8_192, bytes);
        assertEquals(new Event.WriteEnded(5, WriteOutcome.LANDED), left.next());
        assertTrue(right.holds(left, 8_192, bytes));
        assertTrue(right.isUntouched(0, 8_192));
        assertTrue(right.isUntouched(8_192 + bytes, 8_192));
        assertEquals(13, right.plane.figures().placed());
    }

    @Test
    void shouldEndEveryWriteOfManyExactlyOnce() throws Exception {
        connect(7);
        for (int write = 0; write < 300; write++) {
            final long region = write % 10 * MIB;
            right.grant(7, write + 1, region, MIB);
            write(7, write, write + 1, region, 1 + write * 97L);
            assertEquals(new Event.WriteEnded(write, WriteOutcome.LANDED), left.next());
        }
        for (int write = 0; write < 10; write++) {
            right.grant(7, write + 1_001, write * MIB, MIB);
            write(7, write, write + 1_001, write * MIB, MIB);
        }
        for (int write = 0; write < 10; write++) {
            assertEquals(WriteOutcome.LANDED, left.next(Event.WriteEnded.class).outcome());
        }
        assertEquals(0, left.events.size());
    }

    @Test
    void shouldPlaceNothingOutsideAGrant() throws Exception {
        connect(7);
        right.grant(7, 1, 64 << 10, 32 << 10);
        write(7, 1, 1, 64 << 10, 33 << 10); // one KiB too long
        assertEquals(new Event.WriteEnded(1, WriteOutcome.DIRTY), left.next());
        write(7, 2, 1, 60 << 10, 4 << 10); // before it
        assertEquals(new Event.WriteEnded(2, WriteOutcome.DIRTY), left.next());
        write(7, 3, 2, 64 << 10, 4 << 10); // a grant that does not exist
        assertEquals(new Event.WriteEnded(3, WriteOutcome.DIRTY), left.next());
        assertTrue(right.isUntouched(0, 256 << 10));
        assertEquals(3, right.plane.figures().refused());
        write(7, 4, 1, 64 << 10, 32 << 10);
        assertEquals(new Event.WriteEnded(4, WriteOutcome.LANDED), left.next());
    }

    @Test
    void shouldNotLetOneLinkWriteUnderTheGrantOfAnother() throws Exception {
        connect(7);
        connect(8);
        right.grant(7, 1, 0, 4_096);
        write(8, 1, 1, 0, 4_096);
        assertEquals(new Event.WriteEnded(1, WriteOutcome.DIRTY), left.next());
        assertTrue(right.isUntouched(0, 4_096));
    }

    @Test
    void shouldPlaceNothingOnceARegionIsReclaimedOrGrantedAnew() throws Exception {
        connect(7);
        right.grant(7, 1, 0, MIB);
        right.grant(7, 2, MIB, MIB);
        right.plane.reclaimed(MIB / 2, 1);
        right.grant(7, 3, MIB + 4_096, 4_096);
        write(7, 1, 1, 0, MIB);
        assertEquals(new Event.WriteEnded(1, WriteOutcome.DIRTY), left.next());
        write(7, 2, 2, MIB, MIB);
        assertEquals(new Event.WriteEnded(2, WriteOutcome.DIRTY), left.next());
        assertTrue(right.isUntouched(0, 2 * MIB));
        write(7, 3, 3, MIB + 4_096, 4_096);
        assertEquals(new Event.WriteEnded(3, WriteOutcome.LANDED), left.next());
    }

    @Test
    void shouldFenceAReceiverAtOnceWhateverIsUnderWay() throws Exception {
        connect(7);
        connect(8);
        right.grant(7, 1, 0, 8 * MIB);
        right.grant(8, 2, 8 * MIB, MIB);
        final CountDownLatch held = new CountDownLatch(1);
        right.tcp().onLoop(() -> await(held));
        write(7, 1, 1, 0, 8 * MIB);
        right.fence(receiver(7));
        assertEquals(new Event.Fenced(receiver(7), FenceStrength.PROVEN), right.next());
        held.countDown();
        assertEquals(new Event.LinkBroken(sender(7)), left.next());
        assertEquals(new Event.WriteEnded(1, WriteOutcome.DIRTY), left.next());
        write(8, 2, 2, 8 * MIB, MIB);
        assertEquals(new Event.WriteEnded(2, WriteOutcome.LANDED), left.next());
        assertTrue(right.isUntouched(0, 8 * MIB));
        left.fence(sender(7));
        assertEquals(new Event.Fenced(sender(7), FenceStrength.PROVEN), left.next());
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldBreakALinkWhoseReceiverMakesNoProgress() throws Exception {
        connect(7);
        right.grant(7, 1, 0, MIB);
        final CountDownLatch held = new CountDownLatch(1);
        right.tcp().onLoop(() -> await(held));
        write(7, 1, 1, 0, MIB);
        assertEquals(new Event.LinkBroken(sender(7)), left.next());
        assertEquals(new Event.WriteEnded(1, WriteOutcome.DIRTY), left.next());
        left.fence(sender(7));
        assertEquals(new Event.Fenced(sender(7), FenceStrength.PROVEN), left.next());
        held.countDown();
        assertEquals(new Event.LinkBroken(receiver(7)), right.next());
    }

    @Test
    void shouldNotPostAWriteThatIsLateOrHasNoLink() throws Exception {
        connect(7);
        left.plane.write(
                new Effect.Write(
                        1, sender(7), 0, 10, 1, 0, right.memory.arenaAddress(), Long.MIN_VALUE));
        assertEquals(new Event.WriteEnded(1, WriteOutcome.NEVER), left.next());
        write(9, 2, 1, 0, 10);
        assertEquals(new Event.WriteEnded(2, WriteOutcome.NEVER), left.next());
        left.write(7, 3, 1, 0, PlaneEnd.ARENA_BYTES, right.memory.arenaAddress());
        assertEquals(new Event.WriteEnded(3, WriteOutcome.NEVER), left.next());
        assertEquals(0, right.plane.figures().refused());
    }

    private static long openDescriptors() throws IOException {
        try (Stream<Path> all = Files.list(Path.of("/proc/self/fd"))) {
            return all.count();
        }
    }

    @Test
    void shouldLeaveNothingBehindWhenLinksComeAndGo() throws Exception {
        long before = 0;
        for (int link = 1; link <= 40; link++) {
            if (link == 11) { // what is opened once is open by now
                before = openDescriptors();
            }
            left.openSender(link, right.openReceiver(link));
            left.next(Event.PlaneOpened.class);
            right.grant(link, link, 0, 4_096);
            write(link, link, link, 0, 4_096);
            assertEquals(new Event.WriteEnded(link, WriteOutcome.LANDED), left.next());
            left.fence(sender(link));
            left.next(Event.Fenced.class);
            right.fence(receiver(link));
            right.next(Event.Fenced.class);
        }
        final long end = System.nanoTime() + 5_000_000_000L;
        while (left.tcp().openObjects().size() + right.tcp().openObjects().size() > 2) {
            assertTrue(System.nanoTime() < end, right.tcp().openObjects().toString());
            Thread.onSpinWait();
        }
        final long after = openDescriptors();
        assertTrue(after <= before + 8, before + " descriptors became " + after);
        assertEquals(40, left.plane.figures().provenFences());
        assertEquals(40, right.plane.figures().provenFences());
    }

    @Test
    void shouldFailToOpenWhatCannotBeReached() throws Exception {
        left.openSender(7, PlaneEnd.access(1 << 20, Blob.EMPTY, Blob.of(new byte[] {1, 2, 3})));
        assertEquals(new Event.PlaneFailed(sender(7)), left.next());
        final Body.ArenaAccess gone = right.openReceiver(8);
        right.fence(receiver(8));
        assertEquals(new Event.Fenced(receiver(8), FenceStrength.PROVEN), right.next());
        left.openSender(8, gone);
        assertEquals(new Event.PlaneFailed(sender(8)), left.next());
        left.fence(sender(9));
        assertEquals(new Event.Fenced(sender(9), FenceStrength.PROVEN), left.next());
    }

    @Test
    void shouldNotPollWhileNothingHappens() throws Exception {
        connect(7);
        left.told.drainPermits();
        final Map<String, Long> before = cpuNanos();
        assertFalse(before.isEmpty());
        assertFalse(left.told.tryAcquire(1, TimeUnit.SECONDS));
        final Map<String, Long> spent = new TreeMap<>();
        cpuNanos()
                .forEach(
                        (thread, nanos) -> {
                            final long more = nanos - before.getOrDefault(thread, 0L);
                            if (more > 0) {
                                spent.put(thread, more);
                            }
                        });
        final long busyNanos = spent.values().stream().mapToLong(Long::longValue).sum();
        assertTrue(busyNanos < 300_000_000L, "nanoseconds of an idle second: " + spent);
    }

    /// What threads of planes have spent so far.
    private static Map<String, Long> cpuNanos() {
        final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        final Map<String, Long> spent = new TreeMap<>();
        for (final ThreadInfo info : threads.getThreadInfo(threads.getAllThreadIds())) {
            if (info != null && info.getThreadName().startsWith("bounce-")) {
                spent.merge(
                        info.getThreadName() + " " + info.getThreadId(),
                        threads.getThreadCpuTime(info.getThreadId()),
                        Long::sum);
            }
        }
        return spent;
    }
}
