package dev.bounce.hw;

import dev.bounce.hw.RegisterResult.Reason;
import dev.bounce.hw.RegisterResult.Refused;
import dev.bounce.hw.RegisterResult.Registered;
import dev.bounce.hw.memory.DeviceMemory;
import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.vmm.LocalRegionBook;
import dev.bounce.model.vmm.RegionMap;
import dev.bounce.model.vmm.RegionProbe;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/// The ranges that this agent has registered, as [LocalRegionBook] keeps account of them: detected
/// through a probe, registered with the memory chunk by chunk, published only when all of that has
/// succeeded, and given back with the chunks that were recorded. Any thread.
final class OwnRegions {
    private final LocalRegionBook book = new LocalRegionBook();
    private final Map<Long, CompletableFuture<RegisteredRegion>> leaving = new HashMap<>();
    private final DeviceMemory memory;
    private final RegionProbe probe;

    /// A region on its way out.
    ///
    /// @param region as it was registered
    /// @param withoutUsers completes when no transfer of this agent holds it and no put of another
    ///     agent runs in it
    record Leaving(RegisteredRegion region, CompletableFuture<Void> withoutUsers) {}

    OwnRegions(final DeviceMemory memory, final RegionProbe probe) {
        this.memory = memory;
        this.probe = probe;
    }

    /// Registers a range.
    ///
    /// @param announce told of the region before transfers and peers can see it
    synchronized RegisterResult register(
            final MemorySegment segment, final Consumer<RegisteredRegion> announce) {
        final long base = segment.address();
        final long bytes = segment.byteSize();
        if (!segment.isNative() || bytes == 0) {
            return refused(
                    Reason.UNUSABLE, segment, base, bytes == 0 ? "is empty" : "is on the heap");
        }
        return switch (book.prepare(List.of(new MemoryDescriptor(base, bytes)), probe)) {
            case LocalRegionBook.Refused refused ->
                    refused(
                            reason(refused.reason()),
                            segment,
                            refused.address(),
                            "is refused at %#x: %s".formatted(refused.address(), refused.reason()));
            case LocalRegionBook.Prepared prepared -> {
                final RegisteredRegion region = prepared.regions().getFirst();
                try {
                    registerChunks(segment, region);
                } catch (final RuntimeException failed) {
                    book.abandon(prepared.batch());
                    yield new Refused(Reason.UNUSABLE, base, failed.getMessage());
                }
                announce.accept(region);
                book.publish(prepared.batch());
                yield new Registered(region);
            }
        };
    }

    /// All chunks or none.
    private void registerChunks(final MemorySegment segment, final RegisteredRegion region) {
        final List<Long> done = new ArrayList<>();
        try {
            for (long chunk = 0; chunk < region.chunkCount(); chunk++) {
                final long offset = chunk * region.chunkBytes();
                memory.register(segment.asSlice(offset, region.chunkLength(chunk)));
                done.add(region.base() + offset);
            }
        } catch (final RuntimeException failed) {
            for (final long chunk : done) {
                memory.retire(chunk);
                memory.remove(chunk);
            }
            throw failed;
        }
    }

    private static Refused refused(
            final Reason reason,
            final MemorySegment segment,
            final long address,
            final String why) {
        return new Refused(
                reason,
                address,
                "segment at %#x of %d bytes %s"
                        .formatted(segment.address(), segment.byteSize(), why));
    }

    private static Reason reason(final LocalRegionBook.Reason reason) {
        return switch (reason) {
            case SHUT -> Reason.CLOSED;
            case OVERLAPS -> Reason.OVERLAPS;
            case STARTS_INSIDE_CHUNK -> Reason.STARTS_INSIDE_CHUNK;
            case HOLE -> Reason.HOLE;
            case CHUNK_SIZES_DIFFER -> Reason.CHUNK_SIZES_DIFFER;
            case DEVICES_DIFFER -> Reason.DEVICES_DIFFER;
        };
    }

    /// From now on no transfer begins to use the region that starts there, and no description names
    /// it.
    ///
    /// @return `null` if no region starts there, or it is on its way out already
    synchronized Leaving deregister(final long base) {
        final RegisteredRegion region = book.regions().find(base);
        if (region == null
                || region.base() != base
                || book.deregister(base) == LocalRegionBook.Deregistration.UNKNOWN) {
            return null;
        }
        final CompletableFuture<RegisteredRegion> unheld = new CompletableFuture<>();
        leaving.put(base, unheld);
        CompletableFuture<Void> withoutPuts = CompletableFuture.completedFuture(null);
        for (long chunk = 0; chunk < region.chunkCount(); chunk++) {
            withoutPuts =
                    withoutPuts.thenCombine(
                            memory.retire(base + chunk * region.chunkBytes()), (_, _) -> null);
        }
        final Leaving left = new Leaving(region, unheld.thenCombine(withoutPuts, (_, _) -> null));
        reportIdle();
        return left;
    }

    /// Nothing touches a region any more that was given back: its chunks are deregistered as they
    /// were registered, and its addresses may be registered anew.
    synchronized void remove(final RegisteredRegion region) {
        for (long chunk = 0; chunk < region.chunkCount(); chunk++) {
            memory.remove(region.base() + chunk * region.chunkBytes());
        }
        book.deregistered(region.base());
    }

    /// See [LocalRegionBook#hold].
    synchronized long hold(final DescriptorPairs pairs) {
        return book.hold(pairs);
    }

    /// The transfer with that hold reads nothing any more. Without effect for 0 or a second time.
    synchronized void release(final long hold) {
        if (book.release(hold)) {
            reportIdle();
        }
    }

    private void reportIdle() {
        for (RegisteredRegion idle = book.takeIdle(); idle != null; idle = book.takeIdle()) {
            final CompletableFuture<RegisteredRegion> unheld = leaving.remove(idle.base());
            if (unheld != null) {
                unheld.complete(idle);
            }
        }
    }

    /// Transfers that hold the region with that base.
    synchronized int holdsOf(final long base) {
        return book.holdsOf(base);
    }

    /// What transfers may use and peers are told.
    synchronized RegionMap regions() {
        return book.regions();
    }

    /// Nothing is registered or held from now on.
    synchronized void shut() {
        book.shut();
    }
}
