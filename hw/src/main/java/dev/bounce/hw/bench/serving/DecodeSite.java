package dev.bounce.hw.bench.serving;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.model.kv.SlotLayout;

/// A decode worker, here or in another process.
interface DecodeSite extends AutoCloseable {
    /// Name of its agent.
    String name();

    /// The description of its agent, with the pools.
    byte[] description();

    /// Where its slots are.
    SlotLayout layout();

    /// Sends it a message. Does not wait.
    void tell(ServingMessage message);

    /// What it came to, after the last request.
    ///
    /// @throws BenchException if a byte was written that should not have been, or it does not
    ///     answer
    WorkerFigures finish() throws BenchException;

    /// Ends it, bounded.
    @Override
    void close();
}
