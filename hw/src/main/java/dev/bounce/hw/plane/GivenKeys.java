package dev.bounce.hw.plane;

import dev.bounce.hw.memory.MemoryRange;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The keys of ranges that peers hold, each for one of their transfers. A peer writes with a key by
/// itself, so that a range of which one is out is in use ([MemoryRange#foreignPuts]) and is not
/// given back. It is in use until the peer says that the transfer has let go of its keys, or its
/// process has ended, where that can be seen, or T after the connection was lost: as with the fence
/// of a link. Loop only.
final class GivenKeys {
    private static final Logger LOG = LoggerFactory.getLogger(GivenKeys.class);

    /// Of one peer.
    private static final int MAX_TRANSFERS = 65_536;

    /// How often is looked whether processes live whose connections do.
    private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

    /// What one connection of a peer holds.
    private static final class Holder {
        final WriterProcess writer;
        final Map<Long, Set<MemoryRange>> byTransfer = new HashMap<>();
        boolean lost;
        long assumedNanos;

        Holder(final WriterProcess writer) {
            this.writer = writer;
        }

        boolean isOver(final long nowNanos) {
            return lost && nowNanos >= assumedNanos || writer.isGone();
        }
    }

    private final PlaneContext context;
    private final long delayNanos;
    private final Map<Long, Holder> holders = new HashMap<>();
    private int lost;
    private long nextLookNanos;

    /// @param delayNanos T
    GivenKeys(final PlaneContext context, final long delayNanos) {
        this.context = context;
        this.delayNanos = delayNanos;
    }

    /// The key of a range is about to be made for a transfer of a peer, and given to it.
    ///
    /// @param writer the process of the peer
    /// @return false if none may be given: the range is leaving, or the peer holds too many
    boolean give(
            final long connectionId,
            final WriterProcess writer,
            final long transferId,
            final MemoryRange range) {
        final Holder holder = holders.computeIfAbsent(connectionId, _ -> new Holder(writer.seen()));
        final Set<MemoryRange> held = holder.byTransfer.get(transferId);
        final boolean given;
        if (held != null && held.contains(range)) {
            given = !range.foreignPuts().isClosed();
        } else if (held == null && holder.byTransfer.size() == MAX_TRANSFERS) {
            given = false;
        } else {
            given = range.foreignPuts().enter();
            if (given) {
                holder.byTransfer
                        .computeIfAbsent(
                                transferId, _ -> Collections.newSetFromMap(new IdentityHashMap<>()))
                        .add(range);
            }
        }
        dropIfEmpty(connectionId, holder);
        return given;
    }

    private void dropIfEmpty(final long connectionId, final Holder holder) {
        if (holder.byTransfer.isEmpty() && holders.remove(connectionId) != null && holder.lost) {
            lost--;
        }
    }

    /// A transfer of a peer has let go of its keys, or was given none after all.
    void takeBack(final long connectionId, final long transferId) {
        final Holder holder = holders.get(connectionId);
        if (holder != null) {
            final Set<MemoryRange> held = holder.byTransfer.remove(transferId);
            dropIfEmpty(connectionId, holder);
            if (held != null) {
                held.forEach(range -> range.foreignPuts().leave());
            }
        }
    }

    /// Whether that connection holds any.
    boolean isHeldBy(final long connectionId) {
        return holders.containsKey(connectionId);
    }

    /// A connection is lost: its peer posts nothing more.
    void lost(final long connectionId) {
        final Holder holder = holders.get(connectionId);
        if (holder != null && !holder.lost) {
            holder.lost = true;
            lost++;
            final long now = context.clock().getAsLong();
            holder.assumedNanos =
                    now > Long.MAX_VALUE - delayNanos ? Long.MAX_VALUE : now + delayNanos;
        }
    }

    /// Whether all peers that hold one are lost: then none is out within T.
    boolean areAllLost() {
        return lost == holders.size();
    }

    /// Whether no key is out.
    boolean isEmpty() {
        return holders.isEmpty();
    }

    /// Takes back what peers cannot use any more.
    void tick() {
        final long now = context.clock().getAsLong();
        if (holders.isEmpty() || lost == 0 && now < nextLookNanos) {
            return;
        }
        nextLookNanos = now + LOOK_NANOS;
        for (final Iterator<Holder> each = holders.values().iterator(); each.hasNext(); ) {
            final Holder holder = each.next();
            if (holder.isOver(now)) {
                each.remove();
                lost -= holder.lost ? 1 : 0;
                end(holder);
            }
        }
    }

    private void end(final Holder holder) {
        final boolean proven = holder.writer.isGone();
        if (!proven) {
            LOG.info(
                    "agent={} a lost peer is assumed to put no more after {} ns",
                    context.name(),
                    delayNanos);
        }
        context.counters().fenced(proven);
        holder.byTransfer
                .values()
                .forEach(held -> held.forEach(range -> range.foreignPuts().leave()));
    }
}
