package dev.bounce.hw.bench;

import dev.bounce.hw.AgentMetrics;
import dev.bounce.hw.BounceAgent;

/// What a reactor has done: the time of its turns that found work, whatever for, and the chunks
/// that were written and scattered meanwhile.
///
/// @param nanos of the turns
/// @param chunks written and scattered, one that did both counted twice
record ReactorWork(long nanos, long chunks) {
    static final ReactorWork NONE = new ReactorWork(0, 0);

    private static final double MICRO = 1e3;

    /// Since the agent was started.
    static ReactorWork of(final BounceAgent agent) {
        final AgentMetrics metrics = agent.metrics();
        return new ReactorWork(metrics.workNanos(), metrics.writes() + metrics.scatters());
    }

    /// As it is written between processes: both numbers, separated by a space.
    static ReactorWork parse(final String text) {
        final String[] words = text.split(" ");
        return new ReactorWork(Long.parseLong(words[0]), Long.parseLong(words[1]));
    }

    /// What [#parse] reads.
    String text() {
        return nanos + " " + chunks;
    }

    ReactorWork plus(final ReactorWork other) {
        return new ReactorWork(nanos + other.nanos, chunks + other.chunks);
    }

    ReactorWork minus(final ReactorWork earlier) {
        return new ReactorWork(nanos - earlier.nanos, chunks - earlier.chunks);
    }

    /// Microseconds per chunk and role, 0 if there was none.
    double microsPerChunk() {
        return chunks == 0 ? 0 : nanos / MICRO / chunks;
    }
}
