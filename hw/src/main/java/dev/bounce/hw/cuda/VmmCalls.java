package dev.bounce.hw.cuda;

import java.lang.foreign.Arena;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;

/// Calls of the CUDA driver API that take structures of virtual memory, laid out as `cuda.h` says.
final class VmmCalls {
    private static final int PINNED = 1;
    private static final int DEVICE = 1;
    private static final int READ_WRITE = 3;
    private static final int MINIMUM = 0;
    private static final int PROPERTIES_BYTES = 32;
    private static final int ACCESS_BYTES = 12;
    private static final MemoryLayout LONG = ValueLayout.JAVA_LONG;
    private static final MemoryLayout ADDRESS = ValueLayout.ADDRESS;

    private final MethodHandle create = DriverCall.of("cuMemCreate", ADDRESS, LONG, ADDRESS, LONG);
    private final MethodHandle granularity =
            DriverCall.of("cuMemGetAllocationGranularity", ADDRESS, ADDRESS, ValueLayout.JAVA_INT);
    private final MethodHandle release = DriverCall.of("cuMemRelease", LONG);
    private final MethodHandle map = DriverCall.of("cuMemMap", LONG, LONG, LONG, LONG, LONG);
    private final MethodHandle allow = DriverCall.of("cuMemSetAccess", LONG, LONG, ADDRESS, LONG);

    /// @param handle takes what names the memory
    int create(
            final long[] handle,
            final long bytes,
            final int device,
            final int handleType,
            final boolean rdma) {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment out = owner.allocate(LONG);
            final MemorySegment properties = properties(owner, device, handleType, rdma);
            final int result =
                    DriverCall.invoke(() -> (int) create.invokeExact(out, bytes, properties, 0L));
            handle[0] = out.get(ValueLayout.JAVA_LONG, 0);
            return result;
        }
    }

    /// @param unit takes the least size and alignment of memory with these properties, in bytes
    int granularity(final long[] unit, final int device, final int handleType, final boolean rdma) {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment out = owner.allocate(LONG);
            final MemorySegment properties = properties(owner, device, handleType, rdma);
            final int result =
                    DriverCall.invoke(
                            () -> (int) granularity.invokeExact(out, properties, MINIMUM));
            unit[0] = out.get(ValueLayout.JAVA_LONG, 0);
            return result;
        }
    }

    /// `CUmemAllocationProp`.
    private static MemorySegment properties(
            final Arena owner, final int device, final int handleType, final boolean rdma) {
        final MemorySegment properties = owner.allocate(PROPERTIES_BYTES, 8);
        properties.set(ValueLayout.JAVA_INT, 0, PINNED);
        properties.set(ValueLayout.JAVA_INT, 4, handleType);
        properties.set(ValueLayout.JAVA_INT, 8, DEVICE);
        properties.set(ValueLayout.JAVA_INT, 12, device);
        properties.set(ValueLayout.JAVA_BYTE, 25, (byte) (rdma ? 1 : 0));
        return properties;
    }

    int release(final long handle) {
        return DriverCall.invoke(() -> (int) release.invokeExact(handle));
    }

    int map(final long address, final long bytes, final long handle) {
        return DriverCall.invoke(() -> (int) map.invokeExact(address, bytes, 0L, handle, 0L));
    }

    int allow(final long address, final long bytes, final List<Integer> devices) {
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment access = owner.allocate((long) ACCESS_BYTES * devices.size(), 4);
            long at = 0;
            for (final int device : devices) {
                access.set(ValueLayout.JAVA_INT, at, DEVICE);
                access.set(ValueLayout.JAVA_INT, at + 4, device);
                access.set(ValueLayout.JAVA_INT, at + 8, READ_WRITE);
                at += ACCESS_BYTES;
            }
            final long count = devices.size();
            return DriverCall.invoke(() -> (int) allow.invokeExact(address, bytes, access, count));
        }
    }
}
