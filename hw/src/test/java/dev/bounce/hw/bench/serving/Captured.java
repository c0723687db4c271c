package dev.bounce.hw.bench.serving;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.bounce.hw.bench.BenchException;
import dev.bounce.hw.bench.serving.ServingMessage.Kind;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/// What the host of a worker says, for a test that is its other worker and its client.
final class Captured implements HostEvents {
    private static final long BOUND_SECONDS = 30;

    private record Said(ServingMessage message, BenchException failure) {}

    private final BlockingQueue<Said> said = new LinkedBlockingQueue<>();

    @Override
    public void tell(final ServingMessage message) {
        said.add(new Said(message, null));
    }

    @Override
    public void failed(final BenchException failure) {
        said.add(new Said(null, failure));
    }

    private Said next() throws InterruptedException {
        final Said next = said.poll(BOUND_SECONDS, TimeUnit.SECONDS);
        assertNotNull(next, "nothing is said");
        return next;
    }

    /// The next message.
    ServingMessage hearAny() throws InterruptedException {
        final Said next = next();
        assertNull(next.failure);
        return next.message;
    }

    /// The next message, which is of that kind.
    ServingMessage hear(final Kind kind) throws InterruptedException {
        final ServingMessage message = hearAny();
        assertEquals(kind, message.kind());
        return message;
    }

    /// The next thing said, which is a failure.
    BenchException hearFailure() throws InterruptedException {
        final Said next = next();
        assertNotNull(next.failure, () -> next.message.toString());
        return next.failure;
    }
}
