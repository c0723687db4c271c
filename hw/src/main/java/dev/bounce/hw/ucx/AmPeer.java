package dev.bounce.hw.ucx;

import org.openucx.jucx.ucp.UcpEndpoint;

/// The other end of a connection of one [AmWorker]. Holds the endpoint, which JUCX itself refers to
/// weakly, until it is closed.
public final class AmPeer {
    /// Told once, by the turn of the worker in which the connection broke.
    @FunctionalInterface
    public interface Broken {
        /// @param cause in one line
        void broken(AmPeer peer, String cause);
    }

    private final Broken broken;
    private UcpEndpoint endpoint;
    private String cause;
    private boolean told;
    private boolean sent;

    AmPeer(final Broken broken) {
        this.broken = broken;
    }

    void attach(final UcpEndpoint made) {
        endpoint = made;
    }

    /// The endpoint, `null` once it is closed. For what is sent in other ways than messages.
    public UcpEndpoint endpoint() {
        return endpoint;
    }

    UcpEndpoint detach() {
        final UcpEndpoint held = endpoint;
        endpoint = null;
        return held;
    }

    /// The first error counts.
    void fail(final String why) {
        if (cause == null) {
            cause = why;
        }
    }

    /// Whether an error was seen; nothing that completes from now on counts.
    public boolean isBroken() {
        return cause != null;
    }

    /// Whether messages can be sent.
    public boolean isOpen() {
        return endpoint != null && cause == null;
    }

    /// A message of this side went out, so the connection is set up.
    void sent() {
        sent = true;
    }

    boolean hasSent() {
        return sent;
    }

    void tellOnce() {
        if (cause != null && !told) {
            told = true;
            broken.broken(this, cause);
        }
    }
}
