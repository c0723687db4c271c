package dev.bounce.hw;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.bounce.hw.plane.LocalFabric;
import dev.bounce.model.config.BounceConfig;
import dev.bounce.model.config.ResolvedConfig;
import dev.bounce.model.plan.DescriptorPairs;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Agents of one process with one registered pool each, and transfers between their pools whose
/// every byte can be checked. Small limits, so that little memory meets every limit.
final class AgentRig implements AutoCloseable {
    static final int POOL_BYTES = 4 << 20;
    static final byte CANARY = (byte) 0xC5;
    private static final long BOUND_SECONDS = 30;

    /// One agent with its pool.
    record Site(BounceAgent agent, MemorySegment pool) {}

    private final LocalFabric fabric = new LocalFabric();
    private final Arena owner = Arena.ofShared();
    private final List<BounceAgent> agents = new ArrayList<>();
    private final SplittableRandom random;

    AgentRig(final long seed) {
        random = new SplittableRandom(seed);
    }

    /// Limits small enough for tests, changed by `changes` (key, value, key, value, ...).
    static BounceConfig config(final String... changes) {
        final Map<String, String> settings = new HashMap<>();
        settings.put("arena.size", "256KiB");
        settings.put("arena.granularity", "1KiB");
        settings.put("arena.max-chunk", "16KiB");
        settings.put("arena.ramp", "4KiB");
        settings.put("gate.min-descriptors", "4");
        settings.put("copy.threads", "2");
        settings.put("timeout.close", "1s");
        for (int index = 0; index < changes.length; index += 2) {
            settings.put(changes[index], changes[index + 1]);
        }
        return ResolvedConfig.of(settings, Map.of()).config();
    }

    /// Starts an agent whose pool is full of canaries.
    Site start(final String name, final BounceConfig config) {
        return start(BounceAgent.named(name).config(config));
    }

    /// As above, from a builder.
    Site start(final BounceAgentBuilder builder) {
        final BounceAgent agent = builder.fabric(fabric).start();
        agents.add(agent);
        final MemorySegment pool = owner.allocate(POOL_BYTES, 64);
        pool.fill(CANARY);
        agent.register(pool).orThrow();
        return new Site(agent, pool);
    }

    /// What its agents reach each other through, for others that are not closed with it.
    LocalFabric fabric() {
        return fabric;
    }

    /// Loads `to` at `from` and waits until the link is READY.
    static void connect(final Site from, final Site to) throws Exception {
        load(from, to);
        await(from.agent.awaitReady(to.agent.name()));
    }

    static void load(final Site from, final Site to) {
        assertInstanceOf(LoadResult.Loaded.class, from.agent.load(to.agent.describe()));
    }

    /// Loads `to` at `from`, which does not coalesce.
    static void loadDirect(final Site from, final Site to) {
        assertInstanceOf(LoadResult.DirectOnly.class, from.agent.load(to.agent.describe()));
    }

    /// The value of a future, within a bound that only a hang exceeds.
    static <T> T await(final CompletableFuture<T> future) throws Exception {
        return future.get(BOUND_SECONDS, TimeUnit.SECONDS);
    }

    /// Fills a part of a pool with bytes that are not the same anywhere else.
    void randomize(final MemorySegment part) {
        final byte[] bytes = new byte[(int) part.byteSize()];
        random.nextBytes(bytes);
        MemorySegment.copy(bytes, 0, part, ValueLayout.JAVA_BYTE, 0, bytes.length);
    }

    /// Pairs from one area to another, in shuffled order of the sources, with gaps between the
    /// destinations.
    DescriptorPairs pairs(
            final MemorySegment source,
            final MemorySegment destination,
            final int count,
            final int leastBytes,
            final int mostBytes) {
        final long[] from = new long[count];
        final long[] to = new long[count];
        final long[] bytes = new long[count];
        long sourceAt = 0;
        long destinationAt = 1;
        for (int pair = 0; pair < count; pair++) {
            bytes[pair] = random.nextInt(leastBytes, mostBytes + 1);
            from[pair] = source.address() + sourceAt;
            to[pair] = destination.address() + destinationAt;
            sourceAt += bytes[pair];
            destinationAt += bytes[pair] + random.nextInt(1, 16);
        }
        for (int pair = count - 1; pair > 0; pair--) {
            final int other = random.nextInt(pair + 1);
            swap(from, pair, other);
            swap(bytes, pair, other);
            swap(to, pair, other);
        }
        if (sourceAt > source.byteSize() || destinationAt > destination.byteSize()) {
            throw new IllegalArgumentException("the pairs do not fit their areas");
        }
        return new DescriptorPairs(from, to, bytes, new int[] {0}, new int[] {0});
    }

    /// Submits transfers to places of their own.
    List<CompletableFuture<TransferResult>> submitMany(
            final Site left, final Site right, final int count) {
        final List<CompletableFuture<TransferResult>> futures = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            final DescriptorPairs pairs =
                    pairs(
                            left.pool(),
                            right.pool().asSlice(index * 100_000L, 100_000),
                            60,
                            200,
                            1_500);
            futures.add(left.agent().submit(pairs, right.agent().name()).future());
        }
        return futures;
    }

    private static void swap(final long[] values, final int left, final int right) {
        final long held = values[left];
        values[left] = values[right];
        values[right] = held;
    }

    /// Checks that an area holds what the transfers say, and canaries everywhere else.
    void verify(
            final MemorySegment source,
            final MemorySegment destination,
            final DescriptorPairs... transfers) {
        final MemorySegment expected = owner.allocate(destination.byteSize());
        expected.fill(CANARY);
        for (final DescriptorPairs pairs : transfers) {
            for (int pair = 0; pair < pairs.size(); pair++) {
                MemorySegment.copy(
                        source,
                        pairs.source()[pair] - source.address(),
                        expected,
                        pairs.destination()[pair] - destination.address(),
                        pairs.bytes()[pair]);
            }
        }
        assertEquals(-1, expected.mismatch(destination), "first byte that differs");
    }

    @Override
    public void close() {
        agents.forEach(BounceAgent::shutDown);
        agents.forEach(BounceAgent::close);
        owner.close();
    }
}
