package dev.bounce.hw.bench.serving;

import dev.bounce.hw.bench.BenchException;

/// Where the host of a worker sends what it has to say. Called on the host's thread; must not wait.
interface HostEvents {
    /// To the other worker of the request, or to the client.
    void tell(ServingMessage message);

    /// It cannot go on.
    void failed(BenchException failure);
}
