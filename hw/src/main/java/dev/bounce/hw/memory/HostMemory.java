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
    private volatile RangeTable ranges = RangeTable.EMPTY;

    /// @param arenaBytes at least 1; the bytes are zero, and present from now on
    /// @throws IllegalArgumentException if there is no room for an arena of that size
    public HostMemory(final long arenaBytes) {
        try {
            arena =
                    owner.allocate(Math.addExact(FRONT_BYTES, arenaBytes), ALIGNMENT)
                            .asSlice(FRONT_BYTES);
        } catch (final OutOfMemoryError | ArithmeticException full) {
            owner.close();
            throw new IllegalArgumentException(
                    "no room for an arena of " + arenaBytes + " bytes: " + full.getMessage(), full);
        }
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
        return ranges;
    }

    /// Adds a range. The application keeps it alive until it is removed.
    ///
    /// @throws IllegalArgumentException if the segment is not native, is empty or read-only, is
    ///     confined to one thread, or shares a byte with another range or the arena
    public synchronized MemoryRange register(final MemorySegment segment) {
        requireUsable(segment);
        final long base = segment.address();
        final long length = segment.byteSize();
        final MemoryRange other = ranges.overlapping(base, length);
        if (other != null
                || base < arenaAddress() + arenaBytes() && arenaAddress() < base + length) {
            throw new IllegalArgumentException(
                    "range %#x of %d bytes overlaps %s"
                            .formatted(
                                    base,
                                    length,
                                    other == null
                                            ? "the arena"
                                            : "the range at %#x".formatted(other.base())));
        }
        final MemoryRange range = new MemoryRange(base, length, segment, new UseGate());
        ranges = ranges.with(range);
        return range;
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

    /// Lets no further put of another agent into a range. It can still be translated.
    ///
    /// @return completes when no such put runs any more
    /// @throws IllegalArgumentException if no range starts there or it is retired already
    public CompletableFuture<Void> retire(final long base) {
        final MemoryRange range = ranges.at(base);
        final CompletableFuture<Void> quiet = new CompletableFuture<>();
        if (range == null || !range.foreignPuts().close(() -> quiet.complete(null))) {
            throw new IllegalArgumentException("no range is registered at %#x".formatted(base));
        }
        return quiet;
    }

    /// Forgets a range: its addresses lead nowhere from now on. Unknown bases are ignored.
    public synchronized void remove(final long base) {
        final MemoryRange range = ranges.at(base);
        if (range != null) {
            ranges = ranges.without(range);
        }
    }

    @Override
    public void close() {
        owner.close();
    }
}
