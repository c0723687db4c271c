package dev.bounce.hw.kv;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.kv.KvPoolException.Reason;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.vmm.RegionProbe;
import java.lang.foreign.MemorySegment;

/// [KvMemory] that a GPU allocates as a whole.
final class CudaKvMemory implements KvMemory {
    private final CudaContext context;

    CudaKvMemory(final CudaContext context) {
        this.context = context;
    }

    @Override
    public MemoryKind kind() {
        return MemoryKind.CUDA;
    }

    @Override
    public RegionProbe probe() {
        return null;
    }

    @Override
    public long chunkBytes() {
        return 1;
    }

    @Override
    public long allocate(final long bytes) {
        try {
            return context.allocate(bytes);
        } catch (final CudaException full) {
            throw new KvPoolException(
                    Reason.NO_ROOM,
                    "no room for %d bytes on device %d: %s"
                            .formatted(bytes, context.ordinal(), full.getMessage()));
        }
    }

    @Override
    public void free(final long address) {
        run(() -> context.free(address));
    }

    @Override
    public MemorySegment segment(final long address, final long bytes) {
        return CudaContext.segment(address, bytes);
    }

    @Override
    public void fill(final long address, final byte value, final long bytes) {
        run(() -> context.fill(address, value, bytes));
    }

    @Override
    public void write(final MemorySegment source, final long address) {
        run(() -> context.copyToDevice(source, address));
    }

    @Override
    public void read(final long address, final MemorySegment target) {
        run(() -> context.copyToHost(address, target));
    }

    private static void run(final Runnable call) {
        try {
            call.run();
        } catch (final CudaException failed) {
            throw new KvPoolException(Reason.FAILED, failed.getMessage());
        }
    }

    @Override
    public void close() {
        context.close();
    }
}
