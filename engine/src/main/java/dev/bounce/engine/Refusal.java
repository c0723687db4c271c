package dev.bounce.engine;

/// Why a command is not carried out.
public enum Refusal {
    /// As many requests wait and run on that link as may.
    BUSY,
    /// No description of that peer is loaded.
    UNKNOWN_PEER,
    /// As many links are loaded as may be.
    TOO_MANY_LINKS,
    /// An agent does not load itself.
    SELF,
    /// The receiver is another process now; its new description has to be loaded.
    PEER_RESTARTED,
    /// The receiver does not open links to this agent.
    OPEN_REFUSED,
    /// The device failed.
    AGENT_FAILED,
    /// The agent is shutting down.
    SHUT_DOWN,
    /// That base is not registered.
    UNKNOWN_MEMORY,
    /// The range overlaps a registered one.
    MEMORY_OVERLAPS,
    /// It cannot be coalesced, and the peer's memory does not take direct puts.
    NOT_PUTTABLE
}
