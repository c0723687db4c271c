package dev.bounce.hw.cuda;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.Deque;
import jcuda.Pointer;
import jcuda.driver.CUfunction;

/// One launch of a copy kernel at a time, with all that it needs made before: a stream, room for a
/// plan in mapped host memory, the parameters, and the word that the last block writes, so that a
/// launch is one call of the driver and its end one read. The context must be current, but for
/// [#outcome(long)].
///
/// Entries are written by the layouts of `bounce_copy.cu`, little-endian:
///
/// | kernel | bytes | entry |
/// |---|---|---|
/// | gather | 16 | source u64, region offset / 32 u32, bytes u32 |
/// | scatter | 32 | destination u64, region offset u64, bytes u32, count u32, destination stride
/// u32, region stride u32 |
public final class CopySlot implements LaunchSlot {
    /// Bytes of an entry of a gather.
    public static final int GATHER_ENTRY_BYTES = 16;

    /// Bytes of an entry of a scatter.
    public static final int SCATTER_ENTRY_BYTES = 32;

    /// Most threads of a block.
    private static final int BLOCK_THREADS = 512;

    /// Copies of a block that run at the same time at most, each the work of one warp.
    public static final int BLOCK_WARPS = BLOCK_THREADS / 32;

    /// What a launch has come to.
    public enum Outcome {
        /// It has not ended.
        RUNNING,
        /// Everything is copied.
        DONE,
        /// A seal is wrong, and nothing is copied.
        SEAL_BROKEN
    }

    private static final VarHandle WORD = JAVA_LONG.varHandle();
    private static final long PLAN_OFFSET = 256; // the word has its line for itself
    private static final long ARRIVALS_BYTES = 256;
    private static final long PARAMETER_BYTES = 80;

    private static final int REGION = 0;
    private static final int REGION_BYTES = 8;
    private static final int SEAL_LOW = 16;
    private static final int SEAL_HIGH = 24;
    private static final int ENTRIES = 32;
    private static final int WORD_ADDRESS = 40;
    private static final int ARRIVALS = 48;
    private static final int SEQUENCE = 56;
    private static final int ENTRY_COUNT = 64;
    private static final int SEALED = 68;

    private final CudaContext context;
    private final CUfunction function;
    private final CudaStream stream;
    private final MappedMemory mapped;
    private final MemorySegment plan;
    private final long arrivals;
    private final Deque<Runnable> undo = new ArrayDeque<>();
    private final MemorySegment parameter;
    private final Pointer arguments;
    private final int maxBlocks;
    private final int wideBlocks;
    private long sequence;

    private CopySlot(
            final CudaKernels kernels,
            final CUfunction function,
            final long planBytes,
            final int priority,
            final int maxBlocks,
            final int wideBlocks) {
        context = kernels.context();
        context.makeCurrent();
        this.function = function;
        this.maxBlocks = maxBlocks;
        this.wideBlocks = wideBlocks;
        try {
            final Arena owner = Arena.ofShared();
            undo.push(owner::close);
            parameter = owner.allocate(PARAMETER_BYTES, 16);
            stream = new CudaStream(context, priority);
            undo.push(stream::close);
            mapped = new MappedMemory(PLAN_OFFSET + planBytes);
            undo.push(mapped::close);
            plan = mapped.segment().asSlice(PLAN_OFFSET, planBytes);
            arrivals = context.allocate(ARRIVALS_BYTES);
            undo.push(() -> context.free(arrivals));
            context.fill(arrivals, (byte) 0, ARRIVALS_BYTES);
        } catch (final RuntimeException | Error failure) {
            close();
            throw failure;
        }
        parameter.set(JAVA_LONG, ENTRIES, mapped.deviceAddress() + PLAN_OFFSET);
        parameter.set(JAVA_LONG, WORD_ADDRESS, mapped.deviceAddress());
        parameter.set(JAVA_LONG, ARRIVALS, arrivals);
        arguments = Pointer.to(Driver.host(parameter.address()));
    }

    /// A slot for gathers.
    ///
    /// @param entries most of one launch
    /// @param priority of its stream, see [CudaContext#priority]
    /// @param maxBlocks of one launch
    public static CopySlot ofGather(
            final CudaKernels kernels, final int entries, final int priority, final int maxBlocks) {
        return new CopySlot(
                kernels,
                kernels.gather(),
                (long) entries * GATHER_ENTRY_BYTES,
                priority,
                maxBlocks,
                kernels.context().multiprocessors() / 2);
    }

    /// A slot for scatters; as [#ofGather].
    public static CopySlot ofScatter(
            final CudaKernels kernels, final int entries, final int priority, final int maxBlocks) {
        return new CopySlot(
                kernels,
                kernels.scatter(),
                (long) entries * SCATTER_ENTRY_BYTES,
                priority,
                maxBlocks,
                maxBlocks);
    }

    @Override
    public void write(final long[] words, final int count) {
        MemorySegment.copy(words, 0, plan, JAVA_LONG, 0, count);
    }

    @Override
    public void await(final CudaEvent event) {
        stream.await(event);
    }

    /// Where the kernels run, so that they can be made to wait for an event.
    public CudaStream stream() {
        return stream;
    }

    @Override
    public long launch(
            final long region,
            final long regionBytes,
            final long sealLow,
            final long sealHigh,
            final boolean sealed,
            final int entryCount) {
        sequence++;
        parameter.set(JAVA_LONG, REGION, region);
        parameter.set(JAVA_LONG, REGION_BYTES, regionBytes);
        parameter.set(JAVA_LONG, SEAL_LOW, sealLow);
        parameter.set(JAVA_LONG, SEAL_HIGH, sealHigh);
        parameter.set(JAVA_LONG, SEQUENCE, sequence);
        parameter.set(JAVA_INT, ENTRY_COUNT, entryCount);
        parameter.set(JAVA_INT, SEALED, sealed ? 1 : 0);
        VarHandle.releaseFence();
        final int blocks = Math.clamp(entryCount, 1, maxBlocks);
        stream.launch(function, blocks, blockThreads(blocks), arguments);
        return sequence;
    }

    /// More gathers at a time than keep the memory busy slow each other down: on an H200 132 blocks
    /// of 256 threads moved 3,765 GB/s, of 512 threads 3,704. Scatters do not: 3,545 and 3,599.
    private int blockThreads(final int blocks) {
        return blocks <= wideBlocks ? BLOCK_THREADS : BLOCK_THREADS / 2;
    }

    /// What the last launch has come to, on the thread that launches.
    public Outcome outcome() {
        return outcome(sequence);
    }

    @Override
    public Outcome outcome(final long launch) {
        final long word = (long) WORD.getAcquire(mapped.segment(), 0L);
        if (word >>> 2 != launch) {
            return Outcome.RUNNING;
        }
        return (word & 3) == 1 ? Outcome.DONE : Outcome.SEAL_BROKEN;
    }

    @Override
    public boolean isIdle() {
        return stream.isIdle();
    }

    @Override
    public void close() {
        context.makeCurrent();
        while (!undo.isEmpty()) {
            undo.pop().run();
        }
    }
}
