package dev.bounce.hw.bench;

/// A sender of a benchmark, here or in another process: an agent that coalesces, one on the same
/// pool that does not, and what is moved to which receiver. Receivers are known by their index.
interface BenchSender extends AutoCloseable {
    /// How a round went.
    ///
    /// @param startNanos when the first request was submitted, on the clock of the host
    /// @param endNanos when the last one was over
    /// @param requestNanos from the call of `submit` to the completion of the future, of each
    record Moved(long startNanos, long endNanos, long[] requestNanos) {}

    /// Waits until it has come up.
    void awaitUp() throws BenchException;

    /// Makes a receiver, as it is now, known to both agents, and waits for its link.
    ///
    /// @param poolBase first byte of its pool
    void load(int receiver, byte[] description, long poolBase) throws BenchException;

    /// Moves the transfer to a receiver once, to destinations with canaries between them.
    ///
    /// @param gapsBase first byte of their pool
    void moveWithGaps(int receiver, Mode mode, long gapsBase) throws BenchException;

    /// Moves the transfers of one round: to all of its receivers at the same time, to each as many
    /// as may be in flight.
    ///
    /// @param atNanos when to begin, on the clock of the host; 0 = now
    Moved move(Mode mode, long atNanos) throws BenchException;

    /// What the reactor of the agent that coalesces has done so far.
    ReactorWork reactor() throws BenchException;

    /// Writes what the agents did, if that is asked for.
    void record() throws BenchException;

    /// Closes the agents, bounded.
    @Override
    void close();
}
