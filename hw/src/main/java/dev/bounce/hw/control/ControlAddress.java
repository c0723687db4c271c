package dev.bounce.hw.control;

import dev.bounce.model.agent.ControlKind;

/// Where a control channel is reached. Its text stands in the description of an agent; equal
/// addresses lead to the same channel.
public sealed interface ControlAddress permits Endpoint, WorkerAddress {

    /// Reads the text of an address to connect to.
    ///
    /// @throws EndpointException if the text has another form
    static ControlAddress parse(final ControlKind kind, final String text) {
        return switch (kind) {
            case ZMQ -> Endpoint.parse(text);
            case UCX -> WorkerAddress.parse(text);
        };
    }

    /// The text that [#parse] reads.
    @Override
    String toString();
}
