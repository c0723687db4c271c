package dev.bounce.hw.bench;

import dev.bounce.hw.AgentMetrics;
import dev.bounce.hw.BounceAgent;

/// What the reactor of an agent spends on a chunk in one role, as sender or as receiver: the time
/// of its turns that found work, whatever for, by the chunks that were written and scattered
/// meanwhile. The first half of the rounds is left out, in which the JIT compiler works.
final class ReactorCost {
    private static final double MICRO = 1e3;

    private final BounceAgent agent;
    private final long firstRound;
    private AgentMetrics start;

    /// @param rounds that there will be
    ReactorCost(final BounceAgent agent, final long rounds) {
        this.agent = agent;
        firstRound = rounds / 2;
        start = agent.metrics();
    }

    /// So many rounds are over.
    void ended(final long rounds) {
        if (rounds == firstRound) {
            start = agent.metrics();
        }
    }

    /// Microseconds per chunk and role, 0 if none was moved.
    double micros() {
        final AgentMetrics now = agent.metrics();
        final long chunks = now.writes() - start.writes() + now.scatters() - start.scatters();
        return chunks == 0 ? 0 : (now.workNanos() - start.workNanos()) / MICRO / chunks;
    }
}
