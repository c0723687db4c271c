package dev.bounce.hw.memory;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.DeviceUuid;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/// [DeviceMemory] in ordinary memory of this process. Registered ranges are segments that the
/// application owns; an address leads to bytes only through a registered range, so that no address
/// from elsewhere is ever trusted. Any thread.
public final class HostMemory implements DeviceMemory {
    private static final long ALIGNMENT = 4_096;

    private final Arena owner = Arena.ofShared();
    private final MemorySegment arena;
    private final String refusal;
    private final RangeRegistry registry;

    /// @param arenaBytes at least 1; the bytes are zero, and present from now on
    /// @throws IllegalArgumentException if there is no room for an arena of that size
    public HostMemory(final long arenaBytes) {
        this(arenaBytes, null);
    }

    private HostMemory(final long arenaBytes, final String refusal) {
        this.refusal = refusal;
        try {
            arena =
                    owner.allocate(Math.addExact(FRONT_BYTES, arenaBytes), ALIGNMENT)
                            .asSlice(FRONT_BYTES);
        } catch (final OutOfMemoryError | ArithmeticException full) {
            owner.close();
            throw new IllegalArgumentException(
                    "no room for an arena of " + arenaBytes + " bytes: " + full.getMessage(), full);
        }
        registry = new RangeRegistry(arena.address(), arenaBytes);
    }

    /// Stands for memory that is not there: no range can be registered, since a range of a device
    /// would be taken for one of the host.
    ///
    /// @param why part of the message of each refusal
    public static HostMemory refusing(final long arenaBytes, final String why) {
        return new HostMemory(arenaBytes, why);
    }

    @Override
    public MemoryKind kind() {
        return MemoryKind.HOST;
    }

    @Override
    public DeviceUuid device() {
        return DeviceUuid.NONE;
    }

    @Override
    public long arenaAddress() {
        return arena.address();
    }

    @Override
    public long arenaBytes() {
        return arena.byteSize();
    }

    /// The bytes of the arena.
    public MemorySegment arena() {
        return arena;
    }

    @Override
    public RangeTable ranges() {
        return registry.ranges();
    }

    /// As [DeviceMemory#register].
    ///
    /// @throws IllegalArgumentException if the segment is not native, is empty or read-only, is
    ///     confined to one thread, or shares a byte with another range or the arena
    @Override
    public MemoryRange register(final MemorySegment segment) {
        if (refusal != null) {
            throw new IllegalArgumentException(
                    "segment at %#x of %d bytes: %s"
                            .formatted(segment.address(), segment.byteSize(), refusal));
        }
        requireUsable(segment);
        return registry.add(segment, true);
    }

    private static void requireUsable(final MemorySegment segment) {
        final String fault;
        if (!segment.isNative()) {
            fault = "is on the heap";
        } else if (segment.byteSize() == 0) {
            fault = "is empty";
        } else if (segment.isReadOnly()) {
            fault = "is read-only";
        } else if (!segment.isAccessibleBy(Thread.ofPlatform().unstarted(() -> {}))) {
            fault = "is confined to one thread";
        } else {
            return;
        }
        throw new IllegalArgumentException(
                "segment at %#x of %d bytes %s"
                        .formatted(segment.address(), segment.byteSize(), fault));
    }

    @Override
    public CompletableFuture<Void> retire(final long base) {
        return registry.retire(base);
    }

    @Override
    public void remove(final long base) {
        registry.remove(base);
    }

    @Override
    public void close() {
        owner.close();
    }
}
