package dev.bounce.model.workload;

/// Consecutive layers or heads.
///
/// @param from first one
/// @param to behind the last one
record Span(int from, int to) {
    int size() {
        return Math.max(0, to - from);
    }

    /// What both have.
    Span and(final Span other) {
        return new Span(Math.max(from, other.from), Math.min(to, other.to));
    }

    /// Part `index` of `parts` of `[0, total)`; the first parts are larger by one if it does not
    /// come out even.
    static Span part(final int total, final int parts, final int index) {
        final int least = total / parts;
        final int larger = total % parts;
        final int from = index * least + Math.min(index, larger);
        return new Span(from, from + least + (index < larger ? 1 : 0));
    }
}
