package dev.bounce.hw.copy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import dev.bounce.model.wire.ScatterRuns;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;

/// Two pools of one kind of memory, and what copies move from one to the other, checked byte by
/// byte.
abstract class CopyPools {
    static final int POOL_BYTES = 4 << 20;
    static final int ARENA_BYTES = 8 << 20;
    private static final byte CANARY = (byte) 0xC5;
    static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    /// Of every chunk.
    static final SealKey SEAL = new SealKey(1, 2, 3, 9, 1);

    /// Memory of one kind, and what copies in it.
    interface Bed extends AutoCloseable {
        DeviceMemory memory();

        CopyEngine copies();

        /// Memory that is not registered, freed with this bed.
        MemorySegment allocate(long bytes);

        /// Copies into memory of this kind.
        void write(long address, MemorySegment bytes);

        /// Copies out of memory of this kind.
        void read(long address, MemorySegment into);

        @Override
        void close();
    }

    final Arena owner = Arena.ofShared();
    private final SplittableRandom random = new SplittableRandom(42);
    Bed bed;
    MemorySegment sources;
    MemorySegment destinations;
    MemorySegment sourceBytes;

    /// Opens a bed whose arena has that many bytes.
    abstract Bed open(long arenaBytes);

    /// The bed of this test, opened when it is first asked for.
    Bed bed() {
        if (bed == null) {
            open(POOL_BYTES, ARENA_BYTES);
        }
        return bed;
    }

    void open(final long poolBytes, final long arenaBytes) {
        bed = open(arenaBytes);
        sources = bed.allocate(poolBytes);
        destinations = bed.allocate(poolBytes);
        sourceBytes = owner.allocate(poolBytes);
        for (long at = 0; at < poolBytes; at += Long.BYTES) {
            sourceBytes.set(ValueLayout.JAVA_LONG_UNALIGNED, at, random.nextLong());
        }
        bed.write(sources.address(), sourceBytes);
        poison();
        bed.memory().register(sources);
        bed.memory().register(destinations);
    }

    @AfterEach
    void close() {
        if (bed != null) {
            bed.close();
        }
        owner.close();
    }

    MemorySegment canaries(final long bytes) {
        final MemorySegment segment = owner.allocate(bytes);
        segment.fill(CANARY);
        return segment;
    }

    void poison() {
        bed.write(destinations.address(), canaries(destinations.byteSize()));
    }

    static DescriptorPairs pairs(
            final long[] source, final long[] destination, final long[] bytes) {
        return new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
    }

    /// Pairs with gaps between them, their lengths drawn from `[least, most]`.
    DescriptorPairs pairs(final int count, final int least, final int most, final int skew) {
        bed();
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        long from = skew;
        long to = destinations.byteSize();
        for (int pair = 0; pair < count; pair++) {
            bytes[pair] = random.nextInt(least, most + 1);
            from += random.nextInt(0, 40);
            to -= bytes[pair] + random.nextInt(1, 40);
            source[pair] = sources.address() + from;
            destination[pair] = destinations.address() + to;
            from += bytes[pair];
        }
        return pairs(source, destination, bytes);
    }

    static TransferPlan plan(final DescriptorPairs pairs, final long chunkBytes) {
        return TransferPlan.of(pairs, new PlanLimits(chunkBytes, chunkBytes, 65_536, 1 << 20));
    }

    CopyOutcome await(final boolean gather) {
        final List<CopyOutcome> outcomes = new ArrayList<>();
        final CopyEngine.Ends ends =
                (copyId, outcome) -> {
                    assertEquals(7, copyId);
                    outcomes.add(outcome);
                };
        final long end = System.nanoTime() + WAIT_NANOS;
        while (outcomes.isEmpty()) {
            assertTrue(System.nanoTime() < end, "no copy ended within 10 s");
            final int count =
                    gather ? bed.copies().pollGathers(ends) : bed.copies().pollScatters(ends);
            assertEquals(outcomes.size(), count);
            Thread.yield();
        }
        assertEquals(1, outcomes.size());
        return outcomes.getFirst();
    }

    CopyOutcome gather(final TransferPlan plan, final int chunk, final long region) {
        bed.copies().gather(7, plan, chunk, region, SEAL);
        return await(true);
    }

    CopyOutcome scatter(final TransferPlan plan, final int chunk, final long region) {
        bed.copies().scatter(7, region, plan.regionBytes(chunk), plan.runs(chunk), SEAL);
        return await(false);
    }

    CopyOutcome scatter(final long bytes, final ScatterRuns runs, final SealKey seal) {
        bed.copies().scatter(7, 0, bytes, runs, seal);
        return await(false);
    }

    void move(final TransferPlan plan, final long region) {
        poison();
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            assertEquals(CopyOutcome.DONE, gather(plan, chunk, region));
            assertEquals(CopyOutcome.DONE, scatter(plan, chunk, region));
        }
    }

    void moveAndVerify(final DescriptorPairs pairs, final TransferPlan plan, final long region) {
        move(plan, region);
        verify(pairs);
    }

    void verify(final DescriptorPairs pairs) {
        final MemorySegment expected = canaries(destinations.byteSize());
        for (int pair = 0; pair < pairs.size(); pair++) {
            MemorySegment.copy(
                    sourceBytes,
                    pairs.source()[pair] - sources.address(),
                    expected,
                    pairs.destination()[pair] - destinations.address(),
                    pairs.bytes()[pair]);
        }
        final MemorySegment found = owner.allocate(destinations.byteSize());
        bed.read(destinations.address(), found);
        assertEquals(-1, expected.mismatch(found), "first byte that differs");
    }

    void verifyUntouched() {
        verify(pairs(new long[0], new long[0], new long[0]));
    }

    MemorySegment arena(final long offset, final long bytes) {
        final MemorySegment found = owner.allocate(bytes);
        bed.read(bed.memory().arenaAddress() + offset, found);
        return found;
    }
}
