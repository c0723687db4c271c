package dev.bounce.hw.plane;

import dev.bounce.hw.ucx.AmWorker;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/// The address of a worker where UCX can read it, for a greeting. Closed by whoever made it, once
/// the greeting has left or is not sent after all; by any thread.
final class OwnAddress implements AutoCloseable {
    private final Arena owner = Arena.ofShared();
    private final MemorySegment copy;

    /// @throws dev.bounce.hw.ucx.UcxException if the worker tells none
    OwnAddress(final AmWorker worker) {
        try {
            copy = owner.allocateFrom(ValueLayout.JAVA_BYTE, worker.address().toBytes());
        } catch (final RuntimeException | Error failure) {
            owner.close();
            throw failure;
        }
    }

    /// Of the first byte.
    long address() {
        return copy.address();
    }

    long bytes() {
        return copy.byteSize();
    }

    @Override
    public void close() {
        owner.close();
    }
}
