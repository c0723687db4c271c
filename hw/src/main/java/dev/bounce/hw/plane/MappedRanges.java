package dev.bounce.hw.plane;

import dev.bounce.hw.memory.MemoryRange;
import dev.bounce.hw.ucx.UcxDomain;
import dev.bounce.hw.ucx.UcxException;
import dev.bounce.model.wire.Blob;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpRequestParams;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Registered ranges that UCX knows: one is mapped when it is first needed, and unmapped when it is
/// registered no more. Loop only.
final class MappedRanges {
    private static final Logger LOG = LoggerFactory.getLogger(MappedRanges.class);

    /// A range that is mapped.
    ///
    /// @param key with which peers reach it
    /// @param source what a put from it says of its memory
    record Mapped(String name, UcpMemory memory, Blob key, UcpRequestParams source) {}

    private final PlaneContext context;
    private final UcxDomain domain;
    private final Map<MemoryRange, Mapped> mapped = new IdentityHashMap<>();
    private long names;

    MappedRanges(final PlaneContext context, final UcxDomain domain) {
        this.context = context;
        this.domain = domain;
    }

    /// The mapping of a range, `null` if UCX does not take it.
    Mapped of(final MemoryRange range) {
        Mapped found = mapped.get(range);
        if (found == null) {
            final String name = "range %#x %d".formatted(range.base(), names++);
            UcpMemory memory = null;
            try {
                memory = domain.map(name, range.base(), range.length());
                found =
                        new Mapped(
                                name,
                                memory,
                                UcxDomain.keyOf(memory),
                                new UcpRequestParams()
                                        .setMemoryType(domain.memoryType())
                                        .setMemoryHandle(memory));
                mapped.put(range, found);
            } catch (final UcxException | org.openucx.jucx.UcxException refused) {
                if (memory != null) {
                    domain.unmap(name, memory);
                }
                LOG.warn(
                        "agent={} {} cannot be mapped: {}",
                        context.name(),
                        name,
                        refused.getMessage());
            }
        }
        return found;
    }

    /// Unmaps what is registered no more.
    void tick() {
        for (final MemoryRange range : new ArrayList<>(mapped.keySet())) {
            if (context.memory().ranges().find(range.base(), 1) != range) {
                unmap(range);
            }
        }
    }

    private void unmap(final MemoryRange range) {
        final Mapped gone = mapped.remove(range);
        domain.unmap(gone.name, gone.memory);
    }

    /// Unmaps everything.
    void close() {
        List.copyOf(mapped.keySet()).forEach(this::unmap);
    }
}
