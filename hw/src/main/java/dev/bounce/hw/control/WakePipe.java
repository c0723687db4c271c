package dev.bounce.hw.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.concurrent.atomic.AtomicBoolean;

/// Lets any thread end the wait of the thread that polls [#source]: a byte is put into a pipe by
/// the first [#signal] after a [#clear].
final class WakePipe {
    private final Pipe pipe;
    private final AtomicBoolean signalled = new AtomicBoolean();
    private final ByteBuffer drained = ByteBuffer.allocate(16);

    WakePipe() throws IOException {
        pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        pipe.sink().configureBlocking(false);
    }

    /// What becomes readable; polled by the owner.
    Pipe.SourceChannel source() {
        return pipe.source();
    }

    /// Makes the source readable. Any thread; nothing happens once closed.
    void signal() {
        if (signalled.compareAndSet(false, true)) {
            try {
                pipe.sink().write(ByteBuffer.allocate(1));
            } catch (final IOException closed) {
                // The owner closes the pipe when it is done waiting; nobody is left to be woken.
                return;
            }
        }
    }

    /// Whether a signal waits.
    boolean isSignalled() {
        return signalled.get();
    }

    /// Takes every signal back. Owner only.
    void clear() throws IOException {
        // In this order, because a signaller may be between its two steps: its byte then ends the
        // next wait early, which is harmless, and is taken by the call after that.
        signalled.set(false);
        drained.clear();
        pipe.source().read(drained);
    }

    void close() throws IOException {
        pipe.sink().close();
        pipe.source().close();
    }
}
