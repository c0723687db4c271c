package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.hw.AgentRig.Site;
import dev.bounce.model.agent.AgentDescription;
import dev.bounce.model.agent.ControlKind;
import dev.bounce.model.agent.DecodedDescription;
import dev.bounce.model.agent.PlaneKind;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.wire.Tag;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Many small requests over UCX and TCP, in both directions, while the process of the peer is
/// killed and started again every few seconds: every future ends, and nothing is left behind.
@org.junit.jupiter.api.Tag("full")
@Timeout(1_200)
class SoakTest {
    static final String NAME = "soaking";
    static final Tag TAG = Tag.of("soak");
    private static final long LEAST_REQUESTS = Long.getLong("soak.requests", 100_000);
    private static final long KILL_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final int WARM_LIVES = 8;
    private static final int LEAST_LIVES = 28;

    /// What the flight recorder holds differs by so much from one mix of events to another.
    private static final long RECORDER_BYTES = 8 << 20;

    private static final int WINDOW = 64;
    private static final int PAIRS = 8;
    private static final int PAIR_BYTES = 64;
    private static final int SLOTS = 1_024;

    /// What this process holds.
    private record Held(long files, long threads, long maps, long heapBytes) {
        /// Once the lease of the last life is over and its connections are closed.
        static Held now() throws IOException {
            final long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(13);
            while (System.nanoTime() < end) {
                LockSupport.parkNanos(end - System.nanoTime());
            }
            for (int round = 0; round < 3; round++) {
                System.gc();
            }
            try (Stream<Path> files = Files.list(Path.of("/proc/self/fd"));
                    Stream<Path> threads = Files.list(Path.of("/proc/self/task"));
                    Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
                return new Held(
                        files.count(),
                        threads.count(),
                        maps.count(),
                        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            }
        }
    }

    private final Map<String, LongAdder> outcomes = new ConcurrentSkipListMap<>();
    private final Semaphore window = new Semaphore(WINDOW);
    private long submitted;
    private int lives;

    /// Pairs of a small transfer.
    static DescriptorPairs small(final long source, final long target, final int number) {
        final long[] from = new long[PAIRS];
        final long[] to = new long[PAIRS];
        final long[] bytes = new long[PAIRS];
        for (int pair = 0; pair < PAIRS; pair++) {
            final long at = ((long) (number % SLOTS) * PAIRS + pair) * 2 * PAIR_BYTES;
            from[pair] = source + at;
            to[pair] = target + at;
            bytes[pair] = PAIR_BYTES;
        }
        return new DescriptorPairs(from, to, bytes, new int[] {0}, new int[] {0});
    }

    @Test
    void shouldLeaveNothingBehindWhenThePeerDiesAgainAndAgain() throws Exception {
        try (AgentRig rig = new AgentRig(23)) {
            final Site site =
                    rig.start(
                            BounceAgent.named(NAME)
                                    .config(AgentRig.config())
                                    .plane(PlaneKind.TCP)
                                    .control(ControlKind.UCX));
            final long begun = System.nanoTime();
            Held before = null;
            int livesBefore = 0;
            while (submitted < LEAST_REQUESTS || lives < LEAST_LIVES) {
                live(site);
                // By then the flight recorder is full.
                if (before == null && lives >= WARM_LIVES && submitted >= LEAST_REQUESTS / 3) {
                    before = Held.now();
                    livesBefore = lives;
                }
            }
            final double seconds = (System.nanoTime() - begun) / 1e9;
            final Held after = Held.now();
            System.out.printf(
                    "soak: %d requests, %d lives of the peer, %.0f s, ended as %s%n",
                    submitted, lives, seconds, outcomes);
            System.out.printf("soak: after %d lives %s%n", livesBefore, before);
            System.out.printf("soak: at the end %s%n", after);
            assertEquals(submitted, outcomes.values().stream().mapToLong(LongAdder::sum).sum());
            assertTrue(outcomes.get("SUCCESS").sum() > submitted / 2, outcomes.toString());
            assertTrue(lives > livesBefore + 5, lives + " lives");
            // UCX keeps the socket of a connection that is refused: see Refusals.
            assertTrue(after.files <= before.files + 2 * (lives - livesBefore), "open files");
            assertTrue(after.threads <= before.threads + 2, "threads");
            assertTrue(after.maps <= before.maps + 32, "maps");
            assertTrue(after.heapBytes <= before.heapBytes + RECORDER_BYTES, "heap");
        }
    }

    /// One life of the peer: it is loaded, spoken to, killed under way and forgotten.
    private void live(final Site site) throws Exception {
        lives++;
        try (ChildJvm child = ChildJvm.start(SoakChild.class)) {
            final byte[] description = HexFormat.of().parseHex(child.hear("agent "));
            assertInstanceOf(LoadResult.Loaded.class, site.agent().load(description));
            child.say(
                    "load %s %d",
                    HexFormat.of().formatHex(site.agent().describe()), site.pool().address());
            AgentRig.await(site.agent().awaitReady(SoakChild.NAME));
            final long target = target(description);
            final long end = System.nanoTime() + KILL_NANOS;
            while (System.nanoTime() < end) {
                submit(site, target);
            }
            for (int more = 0; more < WINDOW / 2; more++) {
                submit(site, target);
            }
            child.kill();
        }
        assertTrue(window.tryAcquire(WINDOW, 60, TimeUnit.SECONDS), "a future does not end");
        window.release(WINDOW);
        site.agent().forget(SoakChild.NAME);
    }

    private static long target(final byte[] description) {
        final DecodedDescription.Value decoded =
                (DecodedDescription.Value) AgentDescription.decode(description);
        return decoded.description().regions().getFirst().base();
    }

    private void submit(final Site site, final long target) throws InterruptedException {
        window.acquire();
        submitted++;
        site.agent()
                .submit(
                        small(site.pool().address(), target, (int) submitted),
                        SoakChild.NAME,
                        null,
                        TAG)
                .future()
                .whenComplete((result, failure) -> count(result, failure));
    }

    private void count(final TransferResult result, final Throwable failure) {
        final String outcome =
                failure != null
                        ? failure.getClass().getSimpleName()
                        : result.outcome() == null
                                ? "REFUSED_" + result.refusal()
                                : result.outcome().toString();
        outcomes.computeIfAbsent(outcome, _ -> new LongAdder()).increment();
        window.release();
    }
}
