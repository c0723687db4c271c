package dev.bounce.hw.selftest;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.copy.CopyEngine;
import dev.bounce.hw.copy.CudaCopyEngine;
import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.memory.CudaMemory;
import dev.bounce.hw.selftest.Check.Mismatch;
import dev.bounce.model.config.CopyConfig;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.plan.SealKey;
import dev.bounce.model.plan.TransferPlan;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/// Two registered pools and an arena on one GPU, with what they must hold in host memory beside. A
/// transfer goes from the first pool through the arena to the second one, which is full of canaries
/// before; afterwards every byte of it is compared.
final class CopyBed implements AutoCloseable {
    /// Of each pool.
    static final long POOL_BYTES = 80L << 20;

    /// Of the arena.
    static final long ARENA_BYTES = 80L << 20;

    /// Of every chunk.
    static final SealKey SEAL = new SealKey(1, 2, 3, 9, 1);

    private static final byte CANARY = (byte) 0xC5;
    private static final long WAIT_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Arena owner = Arena.ofShared();
    private final SplittableRandom random = new SplittableRandom(42);
    private final CudaContext context;
    private final CudaMemory memory;
    private final CopyEngine copies;
    private final long sources;
    private final long destinations;
    private final MemorySegment sourceBytes = owner.allocate(POOL_BYTES, 64);
    private final MemorySegment expected = owner.allocate(POOL_BYTES, 64);
    private final MemorySegment found = owner.allocate(POOL_BYTES, 64);
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private CopyOutcome last;
    private boolean hanging;

    /// @param slotEntries see [CudaCopyEngine]
    CopyBed(final int device, final CopyConfig config, final int slotEntries) {
        undo.push(owner::close);
        try {
            context = CudaContext.open(device);
            undo.push(context::close);
            memory = new CudaMemory(CudaContext.open(device), ARENA_BYTES);
            undo.push(memory::close);
            sources = pool();
            destinations = pool();
            copies = new CudaCopyEngine("self-test", memory, config, slotEntries, () -> {});
            undo.push(copies::close);
            for (long at = 0; at < POOL_BYTES; at += Long.BYTES) {
                sourceBytes.set(JAVA_LONG, at, random.nextLong());
            }
            restore();
        } catch (final RuntimeException | Error failure) {
            close();
            throw failure;
        }
    }

    private long pool() {
        final long address = context.allocate(POOL_BYTES);
        undo.push(() -> context.free(address));
        memory.register(CudaContext.segment(address, POOL_BYTES));
        return address;
    }

    /// Makes the first pool what it was at the start.
    void restore() {
        context.copyToDevice(sourceBytes, sources);
    }

    CudaContext context() {
        return context;
    }

    CudaMemory memory() {
        return memory;
    }

    CopyEngine copies() {
        return copies;
    }

    /// Address of the first pool.
    long sources() {
        return sources;
    }

    /// Address of the second pool.
    long destinations() {
        return destinations;
    }

    SplittableRandom random() {
        return random;
    }

    /// Pairs in falling order of their destinations, with gaps on both sides.
    DescriptorPairs pairs(final int count, final int least, final int most, final int skew) {
        final long[] source = new long[count];
        final long[] destination = new long[count];
        final long[] bytes = new long[count];
        long from = skew;
        long to = POOL_BYTES;
        for (int pair = 0; pair < count; pair++) {
            bytes[pair] = random.nextInt(least, most + 1);
            from += random.nextInt(0, 40);
            to -= bytes[pair] + random.nextInt(1, 40);
            source[pair] = sources + from;
            destination[pair] = destinations + to;
            from += bytes[pair];
        }
        return pairs(source, destination, bytes);
    }

    static DescriptorPairs pairs(
            final long[] source, final long[] destination, final long[] bytes) {
        return new DescriptorPairs(source, destination, bytes, new int[] {0}, new int[] {0});
    }

    static TransferPlan plan(final DescriptorPairs pairs, final long chunkBytes) {
        return TransferPlan.of(pairs, new PlanLimits(chunkBytes, chunkBytes, 65_536, 1 << 20));
    }

    /// Fills the second pool with canaries.
    void poison() {
        context.fill(destinations, CANARY, POOL_BYTES);
    }

    /// Moves pairs and compares the whole second pool.
    void move(final DescriptorPairs pairs, final long chunkBytes, final long region)
            throws Mismatch {
        poison();
        final TransferPlan plan = plan(pairs, chunkBytes);
        for (int chunk = 0; chunk < plan.chunkCount(); chunk++) {
            require(CopyOutcome.DONE, gather(plan, chunk, region));
            require(CopyOutcome.DONE, scatter(plan, chunk, region));
        }
        verify(pairs);
    }

    /// Compares the second pool with what the pairs say, canaries everywhere else.
    void verify(final DescriptorPairs pairs) throws Mismatch {
        expected.fill(CANARY);
        for (int pair = 0; pair < pairs.size(); pair++) {
            MemorySegment.copy(
                    sourceBytes,
                    pairs.source()[pair] - sources,
                    expected,
                    pairs.destination()[pair] - destinations,
                    pairs.bytes()[pair]);
        }
        context.copyToHost(destinations, found);
        final long wrong = expected.mismatch(found);
        if (wrong >= 0) {
            throw new Mismatch(
                    "byte %d of the destinations is %#x, must be %#x"
                            .formatted(
                                    wrong,
                                    found.get(JAVA_BYTE, wrong),
                                    expected.get(JAVA_BYTE, wrong)));
        }
    }

    /// Compares the second pool with canaries.
    void verifyUntouched() throws Mismatch {
        verify(pairs(new long[0], new long[0], new long[0]));
    }

    CopyOutcome gather(final TransferPlan plan, final int chunk, final long region)
            throws Mismatch {
        copies.gather(7, plan, chunk, region, SEAL);
        return await(true);
    }

    CopyOutcome scatter(final TransferPlan plan, final int chunk, final long region)
            throws Mismatch {
        copies.scatter(7, region, plan.regionBytes(chunk), plan.runs(chunk), SEAL);
        return await(false);
    }

    /// Polls until one copy has ended.
    CopyOutcome await(final boolean gather) throws Mismatch {
        last = null;
        final CopyEngine.Ends ends = (_, outcome) -> last = outcome;
        final long end = System.nanoTime() + WAIT_NANOS;
        while (last == null) {
            final int count = gather ? copies.pollGathers(ends) : copies.pollScatters(ends);
            if (count == 0) {
                if (System.nanoTime() > end) {
                    hanging = true;
                    throw new Mismatch("a copy has not ended after 10 s");
                }
                Thread.onSpinWait();
            }
        }
        return last;
    }

    static void require(final CopyOutcome wanted, final CopyOutcome outcome) throws Mismatch {
        if (wanted != outcome) {
            throw new Mismatch("a copy ended " + outcome + ", must end " + wanted);
        }
    }

    /// Changes one byte of the arena.
    void flip(final long offset) {
        final MemorySegment one = found.asSlice(0, 1);
        context.copyToHost(memory.arenaAddress() + offset, one);
        one.set(JAVA_BYTE, 0, (byte) (one.get(JAVA_BYTE, 0) ^ 1));
        context.copyToDevice(one, memory.arenaAddress() + offset);
    }

    @Override
    public void close() {
        if (hanging) {
            copies.close(); // what the copy touches is kept: to free it would wait for the copy
            return;
        }
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }
}
