package dev.bounce.model;

import java.util.HashSet;
import java.util.Set;

/// Code that the purity test must find impure: its iteration order follows from identity hashes.
public final class Impure {
    private final Set<MemoryKind> kinds = new HashSet<>();

    /// Adds one and tells the first.
    public MemoryKind firstWith(final MemoryKind kind) {
        kinds.add(kind);
        return kinds.iterator().next();
    }
}
