package dev.bounce.hw.bench;

import dev.bounce.hw.BounceAgent;

/// What the reactor of an agent spends on a chunk in one role, as sender or as receiver. The first
/// half of the rounds is left out, in which the JIT compiler works.
final class ReactorCost {
    private final BounceAgent agent;
    private final long firstRound;
    private ReactorWork start;

    /// @param rounds that there will be
    ReactorCost(final BounceAgent agent, final long rounds) {
        this.agent = agent;
        firstRound = rounds / 2;
        start = ReactorWork.of(agent);
    }

    /// So many rounds are over.
    void ended(final long rounds) {
        if (rounds == firstRound) {
            start = ReactorWork.of(agent);
        }
    }

    /// Microseconds per chunk and role, 0 if none was moved.
    double micros() {
        return ReactorWork.of(agent).minus(start).microsPerChunk();
    }
}
