package dev.bounce.hw.bench;

/// A receiver of a benchmark, here or in another process: an agent, its pool, and what the pool has
/// to hold after a transfer. Besides the pool of the workload it can open another one, for the
/// transfer of one sender with canaries between the destinations.
interface BenchReceiver extends AutoCloseable {
    /// Waits until it has come up; before anything else.
    void awaitUp() throws BenchException;

    /// First byte of the pool.
    long poolBase();

    /// The description of the agent as it is now.
    byte[] description() throws BenchException;

    /// Makes every byte of the pool wrong, and of the one with gaps if it is open.
    void poison() throws BenchException;

    /// Checks that the pool holds what its senders move in that mode, and that nothing was
    /// written outside the pool.
    ///
    /// @throws BenchException naming the first byte that is wrong
    void verify(Mode mode) throws BenchException;

    /// Opens and registers the pool with gaps.
    ///
    /// @param sender whose transfer goes there
    /// @return its first byte
    long openGaps(int sender) throws BenchException;

    /// As [#verify], for the pool with gaps.
    void verifyGaps(Mode mode) throws BenchException;

    /// Deregisters the pool with gaps.
    void closeGaps() throws BenchException;

    /// What the reactor of the agent has done so far, for direct transfers too.
    ReactorWork reactor() throws BenchException;

    /// Closes the agent, bounded.
    @Override
    void close();
}
