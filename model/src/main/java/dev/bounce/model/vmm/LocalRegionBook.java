package dev.bounce.model.vmm;

import dev.bounce.model.agent.MemoryDescriptor;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/// The device memory that this agent has registered. Not thread-safe.
///
/// The host registers what [#prepare] answers, chunk by chunk, and then says how that went: only
/// [#publish] makes regions visible to transfers and peers. A region given back takes no new
/// transfer; when the last one that holds it ends, the host is told to deregister exactly the
/// chunks that were registered, for by then its memory may be unmapped and a probe would lie.
///
/// Invariant: regions that are prepared, published or leaving share no byte, and the holds of a
/// region are the transfers begun and not ended that touch it.
public final class LocalRegionBook {
    private final ArrayList<Entry> entries = new ArrayList<>();
    private final TreeMap<Long, List<Entry>> holds = new TreeMap<>();
    private RegionMap published = RegionMap.EMPTY;
    private long lastId;
    private boolean isShut;

    private enum Stage {
        PREPARED,
        PUBLISHED,
        LEAVING,
        DEREGISTERING
    }

    private static final class Entry {
        private final long batch;
        private final RegisteredRegion region;
        private Stage stage = Stage.PREPARED;
        private int holds;

        Entry(final long batch, final RegisteredRegion region) {
            this.batch = batch;
            this.region = region;
        }
    }

    /// What became of descriptors that are to be registered.
    public sealed interface Preparation permits Prepared, Refused {}

    /// The host registers the chunks of each region and then publishes or abandons the batch.
    ///
    /// @param batch names them all
    /// @param regions one for each descriptor that has bytes, with the chunks to register: chunk
    ///     `i` begins `i` chunk sizes behind the base and is [RegisteredRegion#chunkLength] long
    public record Prepared(long batch, List<RegisteredRegion> regions) implements Preparation {}

    /// Nothing changed.
    ///
    /// @param reason why
    /// @param index of the descriptor at fault, -1 if none is
    /// @param address at fault
    public record Refused(Reason reason, int index, long address) implements Preparation {}

    /// Why descriptors are not registered.
    public enum Reason {
        /// The book is shut.
        SHUT,
        /// A byte of it is registered already, or is about to be, or is still to be deregistered.
        OVERLAPS,
        /// See [RegionDetection.Reason#STARTS_INSIDE_CHUNK].
        STARTS_INSIDE_CHUNK,
        /// See [RegionDetection.Reason#HOLE].
        HOLE,
        /// See [RegionDetection.Reason#CHUNK_SIZES_DIFFER].
        CHUNK_SIZES_DIFFER,
        /// See [RegionDetection.Reason#DEVICES_DIFFER].
        DEVICES_DIFFER
    }

    /// What became of a region that is to be given back.
    public enum Deregistration {
        /// No region begins there, or it is on its way out already.
        UNKNOWN,
        /// Transfers hold it; the end of the last one reports it.
        DRAINING,
        /// Nothing holds it: [#takeIdle] reports it at once.
        IDLE
    }

    /// Finds the chunks of each descriptor. One batch may mix chunk sizes. Descriptors without
    /// bytes are skipped.
    ///
    /// @param descriptors of device memory; no end wraps
    public Preparation prepare(final List<MemoryDescriptor> descriptors, final RegionProbe probe) {
        if (isShut) {
            return new Refused(Reason.SHUT, -1, 0);
        }
        final long batch = lastId + 1;
        final List<Entry> added = new ArrayList<>();
        final List<RegisteredRegion> regions = new ArrayList<>();
        for (int index = 0; index < descriptors.size(); index++) {
            final MemoryDescriptor descriptor = descriptors.get(index);
            if (descriptor.bytes() == 0) {
                continue;
            }
            if (isTaken(entries, descriptor) || isTaken(added, descriptor)) {
                return new Refused(Reason.OVERLAPS, index, descriptor.address());
            }
            switch (RegionDetection.of(descriptor, probe)) {
                case RegionDetection.Refused refused -> {
                    return new Refused(reason(refused.reason()), index, refused.address());
                }
                case RegionDetection.Detected detected -> {
                    added.add(new Entry(batch, detected.region()));
                    regions.add(detected.region());
                }
            }
        }
        lastId = batch;
        entries.addAll(added);
        return new Prepared(batch, List.copyOf(regions));
    }

    /// Every chunk of the batch is registered: transfers may use it from now on.
    ///
    /// @return false, and no change, if no such batch is prepared
    public boolean publish(final long batch) {
        boolean found = false;
        for (final Entry entry : entries) {
            if (entry.batch == batch && entry.stage == Stage.PREPARED) {
                entry.stage = isShut ? Stage.LEAVING : Stage.PUBLISHED;
                found = true;
            }
        }
        refresh();
        return found;
    }

    /// Registration failed, and the host has undone what had succeeded of it.
    ///
    /// @return false, and no change, if no such batch is prepared
    public boolean abandon(final long batch) {
        return entries.removeIf(entry -> entry.batch == batch && entry.stage == Stage.PREPARED);
    }

    /// Gives the region back that begins there.
    public Deregistration deregister(final long base) {
        for (final Entry entry : entries) {
            if (entry.region.base() == base && entry.stage == Stage.PUBLISHED) {
                entry.stage = Stage.LEAVING;
                refresh();
                return entry.holds > 0 ? Deregistration.DRAINING : Deregistration.IDLE;
            }
        }
        return Deregistration.UNKNOWN;
    }

    /// A region that was given back and that no transfer holds, each once; `null` if there is none.
    /// The host deregisters its chunks as recorded and calls [#deregistered].
    public RegisteredRegion takeIdle() {
        for (final Entry entry : entries) {
            if (entry.stage == Stage.LEAVING && entry.holds == 0) {
                entry.stage = Stage.DEREGISTERING;
                return entry.region;
            }
        }
        return null;
    }

    /// The chunks of a region that [#takeIdle] reported are no longer registered: its addresses may
    /// be registered anew.
    ///
    /// @return false, and no change, if it was not reported
    public boolean deregistered(final long base) {
        return entries.removeIf(
                entry -> entry.region.base() == base && entry.stage == Stage.DEREGISTERING);
    }

    /// A transfer begins to read these sources. Holds each region it touches once, however many
    /// pairs lie in it.
    ///
    /// @return what names the hold, 0 if a source is not in published regions throughout: then
    ///     nothing is held
    public long hold(final DescriptorPairs pairs) {
        final List<Entry> held = new ArrayList<>();
        final RegisteredRegion first = published.find(pairs.lowestSource());
        if (first != null && pairs.hasSourcesWithin(first.base(), first.bytes())) {
            if (pairs.nonEmptyCount() != 0) {
                addTouched(first.base(), first.bytes(), held);
            }
        } else if (published.firstOutside(pairs.source(), pairs.bytes()) >= 0) {
            return 0;
        } else {
            addTouched(pairs, held);
        }
        for (final Entry entry : held) {
            entry.holds++;
        }
        lastId++;
        holds.put(lastId, held);
        return lastId;
    }

    /// That transfer reads nothing any more.
    ///
    /// @return false, and no change, if the hold has ended already
    public boolean release(final long hold) {
        final List<Entry> held = holds.remove(hold);
        if (held == null) {
            return false;
        }
        for (final Entry entry : held) {
            entry.holds--;
        }
        return true;
    }

    /// Number of transfers that hold the region with that base, 0 if there is none.
    public int holdsOf(final long base) {
        for (final Entry entry : entries) {
            if (entry.region.base() == base) {
                return entry.holds;
            }
        }
        return 0;
    }

    /// What transfers may use and peers are told.
    public RegionMap regions() {
        return published;
    }

    /// Gives every region back; nothing is prepared or held from now on. Batches that are being
    /// registered leave as soon as they are published. May be repeated.
    public void shut() {
        isShut = true;
        for (final Entry entry : entries) {
            if (entry.stage == Stage.PUBLISHED) {
                entry.stage = Stage.LEAVING;
            }
        }
        refresh();
    }

    /// Whether the book is shut and no region is left in any stage.
    public boolean isDrained() {
        return isShut && entries.isEmpty();
    }

    private void refresh() {
        final List<RegisteredRegion> regions = new ArrayList<>();
        for (final Entry entry : entries) {
            if (entry.stage == Stage.PUBLISHED) {
                regions.add(entry.region);
            }
        }
        published = RegionMap.of(regions);
    }

    private static boolean isTaken(final List<Entry> entries, final MemoryDescriptor descriptor) {
        for (final Entry entry : entries) {
            if (entry.region.overlaps(descriptor.address(), descriptor.bytes())) {
                return true;
            }
        }
        return false;
    }

    private void addTouched(final DescriptorPairs pairs, final List<Entry> held) {
        final long[] source = pairs.source();
        final long[] bytes = pairs.bytes();
        RegisteredRegion last = null;
        for (int pair = 0; pair < bytes.length; pair++) {
            if (bytes[pair] != 0 && (last == null || !last.holds(source[pair], bytes[pair]))) {
                addTouched(source[pair], bytes[pair], held);
                last = published.find(source[pair]);
            }
        }
    }

    private void addTouched(final long address, final long bytes, final List<Entry> held) {
        for (final Entry entry : entries) {
            if (entry.stage == Stage.PUBLISHED
                    && entry.region.overlaps(address, bytes)
                    && !held.contains(entry)) {
                held.add(entry);
            }
        }
    }

    private static Reason reason(final RegionDetection.Reason reason) {
        return switch (reason) {
            case STARTS_INSIDE_CHUNK -> Reason.STARTS_INSIDE_CHUNK;
            case HOLE -> Reason.HOLE;
            case CHUNK_SIZES_DIFFER -> Reason.CHUNK_SIZES_DIFFER;
            case DEVICES_DIFFER -> Reason.DEVICES_DIFFER;
        };
    }
}
