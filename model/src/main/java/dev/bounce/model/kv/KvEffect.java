package dev.bounce.model.kv;

import java.util.List;

/// What the host of a worker has to do.
public sealed interface KvEffect {
    /// Id of the request that it is about.
    long id();

    /// Send these blocks; report how the call returned, and later its end.
    record Submit(long id, List<Integer> blocks) implements KvEffect {}

    /// Let the peer write these blocks; report its end.
    record StartReceive(long id, List<Integer> blocks) implements KvEffect {}

    /// Ask the transport to end early; report a refusal.
    record AskCancel(long id) implements KvEffect {}

    /// Tell the client.
    record Respond(long id, Outcome outcome) implements KvEffect {}
}
