package dev.bounce.hw;

/// What became of the description of a peer.
public sealed interface LoadResult {

    /// The peer is loaded; its link is being opened.
    ///
    /// @param peer its name
    record Loaded(String peer) implements LoadResult {}

    /// The peer is loaded; transfers to it go direct.
    ///
    /// @param peer its name
    /// @param reason why nothing is coalesced
    record DirectOnly(String peer, String reason) implements LoadResult {}

    /// Nothing is loaded.
    ///
    /// @param reason what is wrong with the bytes
    /// @param detail the same for people, in one line
    record Refused(Reason reason, String detail) implements LoadResult {}

    /// What is wrong with a description.
    enum Reason {
        /// The bytes are no description.
        MALFORMED,
        /// It has no capability record that can be used, so that the peer has no name.
        NO_CAPABILITY,
        /// It is that of an agent of another name than the caller says.
        NAME_DIFFERS,
        /// It is that of this agent, or of another one of the same name.
        SELF,
        /// The agent is closed or has failed.
        CLOSED
    }
}
