package dev.bounce.hw.kv;

import dev.bounce.hw.kv.KvPoolException.Reason;
import dev.bounce.model.kv.SlotLayout;
import dev.bounce.model.kv.SlotShape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// Real memory behind the blocks of a [dev.bounce.model.kv.BlockPool]: block `b` is slot `b` of
/// every pool. It maps slots to addresses and nothing else; who owns a block is the business of the
/// lifecycle that drives it. Any thread, but for [#close].
///
/// The first slot of a pool is aligned to 256 bytes at least. Each pool may lie between two guard
/// bands, which are not registered and which nobody writes:
/// [#guardFault] tells whether somebody did.
///
/// To use it: [#allocate], register each of [#regions] with an agent of the memory's kind and
/// probe, build transfers with [#layout], and close the agent (or deregister the regions) before
/// [#close].
public final class KvPool implements AutoCloseable {
    /// What every byte of a guard band holds.
    public static final byte GUARD = (byte) 0x9D;

    private static final long ALIGNMENT = 256;

    private final KvMemory memory;
    private final SlotShape shape;
    private final long guardBytes;
    private final List<Long> ranges;
    private final SlotLayout layout;
    private volatile boolean closed;

    private KvPool(
            final KvMemory memory,
            final SlotShape shape,
            final long guardBytes,
            final List<Long> ranges) {
        this.memory = memory;
        this.shape = shape;
        this.guardBytes = guardBytes;
        this.ranges = ranges;
        final long front = frontBytes(memory, guardBytes);
        layout = shape.at(ranges.stream().map(range -> range + front).toList());
    }

    /// Takes memory for all slots, and fills the guard bands. The content of slots is undefined.
    ///
    /// @param memory stays the caller's; closed after this
    /// @param guardBytes of each band, 0 = none
    /// @throws KvPoolException if there is no room, or the device fails; nothing is kept then
    /// @throws IllegalArgumentException if `guardBytes` is negative
    public static KvPool allocate(
            final KvMemory memory, final SlotShape shape, final long guardBytes) {
        if (guardBytes < 0) {
            throw new IllegalArgumentException("guard bands of " + guardBytes + " bytes");
        }
        final long front = frontBytes(memory, guardBytes);
        final List<Long> ranges = new ArrayList<>();
        try {
            for (int pool = 0; pool < shape.pools(); pool++) {
                ranges.add(memory.allocate(rangeBytes(shape, front, guardBytes)));
            }
            final KvPool made = new KvPool(memory, shape, guardBytes, List.copyOf(ranges));
            for (int pool = 0; pool < shape.pools() && guardBytes > 0; pool++) {
                memory.fill(made.guardBefore(pool), GUARD, guardBytes);
                memory.fill(made.guardBehind(pool), GUARD, guardBytes);
            }
            return made;
        } catch (final KvPoolException refused) {
            try {
                free(memory, ranges);
            } catch (final RuntimeException failed) {
                refused.addSuppressed(failed);
            }
            throw refused;
        }
    }

    private static long rangeBytes(
            final SlotShape shape, final long frontBytes, final long guardBytes) {
        try {
            return Math.addExact(frontBytes, Math.addExact(shape.poolBytes(), guardBytes));
        } catch (final ArithmeticException tooMany) {
            throw new KvPoolException(
                    Reason.NO_ROOM,
                    "%d bytes and two guard bands of %d: more than can be addressed"
                            .formatted(shape.poolBytes(), guardBytes));
        }
    }

    /// The first slot starts where a region can be registered, and where wide copies are possible.
    private static long frontBytes(final KvMemory memory, final long guardBytes) {
        final long unit = Math.max(memory.chunkBytes(), ALIGNMENT);
        return Math.multiplyExact(Math.ceilDiv(guardBytes, unit), unit);
    }

    private long guardBefore(final int pool) {
        return layout.address(pool, 0) - guardBytes;
    }

    private long guardBehind(final int pool) {
        return layout.address(pool, 0) + shape.poolBytes();
    }

    /// How many slots there are, and what one is made of.
    public SlotShape shape() {
        return shape;
    }

    /// Where the slots are, to build transfers from.
    public SlotLayout layout() {
        return layout;
    }

    /// Address of a slot.
    ///
    /// @param pool 0-based
    /// @param slot 0-based, the number of the block
    /// @throws KvPoolException if there is none, or the pool is closed
    public long address(final int pool, final int slot) {
        if (closed) {
            throw new KvPoolException(Reason.CLOSED, "the pools are closed");
        }
        require(pool >= 0 && pool < shape.pools(), "pool", pool, shape.pools());
        require(slot >= 0 && slot < shape.slots(), "slot", slot, shape.slots());
        return layout.address(pool, slot);
    }

    /// Address of the piece of a slot that belongs to a layer.
    ///
    /// @param layer 0-based, of those of this pool
    /// @throws KvPoolException if there is none, or the pool is closed
    public long address(final int pool, final int slot, final int layer) {
        require(layer >= 0 && layer < shape.layers(), "layer", layer, shape.layers());
        return address(pool, slot) + layer * shape.layerBytes();
    }

    private static void require(
            final boolean holds, final String what, final int index, final int count) {
        if (!holds) {
            throw new KvPoolException(
                    Reason.NO_SUCH_SLOT,
                    "no %s %d; there are %d, counted from 0".formatted(what, index, count));
        }
    }

    /// What agents register, one region for each pool; the guard bands are not part of it.
    ///
    /// @throws KvPoolException if the pool is closed
    public List<MemorySegment> regions() {
        final List<MemorySegment> regions = new ArrayList<>();
        for (int pool = 0; pool < shape.pools(); pool++) {
            regions.add(memory.segment(address(pool, 0), shape.poolBytes()));
        }
        return List.copyOf(regions);
    }

    /// Sets every byte of a slot and waits for the end.
    ///
    /// @throws KvPoolException if there is none, the pool is closed, or the device fails
    public void fill(final int pool, final int slot, final byte value) {
        memory.fill(address(pool, slot), value, shape.slotBytes());
    }

    /// Writes a slot and waits for the end.
    ///
    /// @param source native memory of the host, as long as a slot
    /// @throws KvPoolException if there is none, it is of another length, the pool is closed, or
    ///     the device fails
    public void write(final int pool, final int slot, final MemorySegment source) {
        requireSlot(source);
        memory.write(source, address(pool, slot));
    }

    /// Reads a slot and waits for the end.
    ///
    /// @param target native memory of the host, as long as a slot
    /// @throws KvPoolException if there is none, it is of another length, the pool is closed, or
    ///     the device fails
    public void read(final int pool, final int slot, final MemorySegment target) {
        requireSlot(target);
        memory.read(address(pool, slot), target);
    }

    private void requireSlot(final MemorySegment bytes) {
        if (bytes.byteSize() != shape.slotBytes()) {
            throw new KvPoolException(
                    Reason.NO_SUCH_SLOT,
                    "%d bytes for a slot of %d".formatted(bytes.byteSize(), shape.slotBytes()));
        }
    }

    /// Looks at the guard bands.
    ///
    /// @return the first byte that was written, by pool and its distance from the slots; `null` if
    ///     none was
    public String guardFault() {
        if (guardBytes == 0) {
            return null;
        }
        try (Arena owner = Arena.ofConfined()) {
            final MemorySegment whole = owner.allocate(guardBytes);
            final MemorySegment found = owner.allocate(guardBytes);
            whole.fill(GUARD);
            for (int pool = 0; pool < shape.pools(); pool++) {
                address(pool, 0);
                memory.read(guardBefore(pool), found);
                final long before = whole.mismatch(found);
                if (before >= 0) {
                    return "byte %d before pool %d".formatted(guardBytes - before, pool);
                }
                memory.read(guardBehind(pool), found);
                final long behind = whole.mismatch(found);
                if (behind >= 0) {
                    return "byte %d behind pool %d".formatted(behind, pool);
                }
            }
            return null;
        }
    }

    /// Gives the memory back. Only when no agent has a region of it registered any more; then every
    /// call but this one is refused.
    @Override
    public void close() {
        if (!closed) {
            closed = true;
            free(memory, ranges);
        }
    }

    /// Frees all, also after one that cannot be freed.
    private static void free(final KvMemory memory, final List<Long> ranges) {
        RuntimeException first = null;
        for (final long range : ranges) {
            try {
                memory.free(range);
            } catch (final RuntimeException failed) {
                first = first == null ? failed : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
