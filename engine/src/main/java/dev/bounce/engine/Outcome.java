package dev.bounce.engine;

/// How a transfer ended, for its caller.
public enum Outcome {
    /// Every chunk landed and was acknowledged with its own grant.
    SUCCESS,
    /// The caller cancelled it.
    CANCELLED,
    /// No progress for `requestTimeout`.
    TIMED_OUT,
    /// A gather failed.
    GATHER_FAILED,
    /// The receiver could not scatter a chunk.
    SCATTER_FAILED,
    /// The receiver refused the layout or a destination.
    REJECTED,
    /// A chunk can never fit an arena.
    NO_CAPACITY,
    /// The receiver does not know the request.
    UNKNOWN_FLOW,
    /// The epoch ended: lease, data-plane error, write that may still land, or the receiver ended
    /// it.
    LINK_LOST,
    /// The receiver is another process now; its new description has to be loaded.
    PEER_RESTARTED,
    /// The receiver does not open links to this agent.
    OPEN_REFUSED,
    /// The application forgot or replaced the peer.
    PEER_FORGOTTEN,
    /// A source range was deregistered.
    SOURCE_DEREGISTERED,
    /// A put of the direct path failed.
    DIRECT_FAILED,
    /// The device failed.
    AGENT_FAILED,
    /// The agent was shut down.
    SHUT_DOWN
}
