package dev.bounce.hw.memory;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.CompletableFuture;

/// The ranges that are registered beside one arena, and their coming and going. Any thread.
final class RangeRegistry {
    private final long arenaAddress;
    private final long arenaBytes;
    private volatile RangeTable ranges = RangeTable.EMPTY;

    /// @param arenaAddress of the arena, which no range may share a byte with
    RangeRegistry(final long arenaAddress, final long arenaBytes) {
        this.arenaAddress = arenaAddress;
        this.arenaBytes = arenaBytes;
    }

    /// The ranges of this moment.
    RangeTable ranges() {
        return ranges;
    }

    /// Adds a range.
    ///
    /// @param segment not empty
    /// @param puttable see [MemoryRange]
    /// @throws IllegalArgumentException if it shares a byte with another range or the arena
    synchronized MemoryRange add(final MemorySegment segment, final boolean puttable) {
        final long base = segment.address();
        final long length = segment.byteSize();
        final MemoryRange other = ranges.overlapping(base, length);
        if (other != null || base < arenaAddress + arenaBytes && arenaAddress < base + length) {
            throw new IllegalArgumentException(
                    "range %#x of %d bytes overlaps %s"
                            .formatted(
                                    base,
                                    length,
                                    other == null
                                            ? "the arena"
                                            : "the range at %#x".formatted(other.base())));
        }
        final MemoryRange range = new MemoryRange(base, length, segment, puttable, new UseGate());
        ranges = ranges.with(range);
        return range;
    }

    /// See [DeviceMemory#retire].
    CompletableFuture<Void> retire(final long base) {
        final MemoryRange range = ranges.at(base);
        final CompletableFuture<Void> quiet = new CompletableFuture<>();
        if (range == null || !range.foreignPuts().close(() -> quiet.complete(null))) {
            throw new IllegalArgumentException("no range is registered at %#x".formatted(base));
        }
        return quiet;
    }

    /// See [DeviceMemory#remove].
    synchronized void remove(final long base) {
        final MemoryRange range = ranges.at(base);
        if (range != null) {
            ranges = ranges.without(range);
        }
    }
}
