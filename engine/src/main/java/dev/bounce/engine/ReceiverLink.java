package dev.bounce.engine;

/// The receiver's side of the link from one peer. Kept for the whole life of this agent, so that no
/// epoch is ever opened twice.
final class ReceiverLink {
    final String peer;
    final long linkId;

    /// Highest epoch seen of that name.
    long highest;

    /// The open epoch, or `null`.
    ReceiverEpoch current;

    /// An epoch of another instance that has not taken effect, or `null`.
    ReceiverEpoch pending;

    /// Life before that of the newest epoch that took effect, 0 = none.
    long previousInstance;

    /// Life of the newest epoch that took effect, 0 = none.
    long newestInstance;

    /// How often an instance that had been replaced took effect again.
    int alternations;

    ReceiverLink(final String peer, final long linkId) {
        this.peer = peer;
        this.linkId = linkId;
    }
}
