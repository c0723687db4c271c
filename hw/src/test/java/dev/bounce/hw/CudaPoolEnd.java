package dev.bounce.hw;

import dev.bounce.hw.cuda.CudaContext;
import dev.bounce.hw.cuda.CudaVmm;
import dev.bounce.hw.vmm.VmmPool;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.PlaneKind;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.SplittableRandom;

/// An agent on `cuda_ipc` with one registered pool on its GPU: chunks of virtual memory, or one
/// plain allocation.
final class CudaPoolEnd implements AutoCloseable {
    final BounceAgent agent;
    final long base;
    final long bytes;
    private final CudaVmm vmm;
    private final VmmPool pool;
    private final CudaContext context;

    /// @param unitsPerChunk size of a chunk in granules of the driver, 0 for one plain allocation
    ///     of as many bytes as `chunks` granules of 2 MiB
    /// @param enabled whether its transfers may be coalesced
    CudaPoolEnd(
            final String name,
            final int device,
            final int unitsPerChunk,
            final int chunks,
            final boolean enabled) {
        context = CudaContext.open(device);
        if (unitsPerChunk == 0) {
            vmm = null;
            pool = null;
            bytes = (long) chunks << 21;
            base = context.allocate(bytes);
        } else {
            vmm = new CudaVmm(CudaContext.open(device));
            final long chunkBytes = unitsPerChunk * vmm.granularity();
            pool = new VmmPool(vmm, chunks * chunkBytes, chunkBytes, List.of(device));
            pool.resize(chunks);
            base = pool.base();
            bytes = pool.mappedBytes();
        }
        agent =
                BounceAgent.named(name)
                        .config(
                                AgentRig.config(
                                        "arena.size",
                                        "16MiB",
                                        "arena.granularity",
                                        "64KiB",
                                        "arena.max-chunk",
                                        "1MiB",
                                        "arena.ramp",
                                        "256KiB",
                                        "enabled",
                                        String.valueOf(enabled)))
                        .plane(PlaneKind.CUDA_IPC)
                        .memory(MemoryKind.CUDA)
                        .device(device)
                        .start();
        agent.register(CudaContext.segment(base, bytes)).orThrow();
    }

    /// How other processes can map the pool.
    String shareable() {
        return vmm == null ? "plain" : vmm.shareable().toString();
    }

    /// Whether other processes can map the pool through UCX.
    boolean isPuttable() {
        return context.isMappableElsewhere(base);
    }

    static byte[] random(final int seed, final long bytes) {
        final byte[] random = new byte[(int) bytes];
        new SplittableRandom(seed).nextBytes(random);
        return random;
    }

    void write(final byte[] content) {
        try (Arena owner = Arena.ofConfined()) {
            context.copyToDevice(owner.allocateFrom(ValueLayout.JAVA_BYTE, content), base);
        }
    }

    void fill(final byte value) {
        context.fill(base, value, bytes);
    }

    byte[] read() {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment host = owner.allocate(bytes);
            context.copyToHost(base, host);
            return host.toArray(ValueLayout.JAVA_BYTE);
        }
    }

    @Override
    public void close() {
        agent.close();
        if (pool == null) {
            context.free(base);
        } else {
            pool.close();
            vmm.close();
        }
        context.close();
    }
}
