package dev.bounce.hw.ucx;

import dev.bounce.model.wire.Blob;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.openucx.jucx.UcxException;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucs.UcsConstants;

/// The connections of one [AmWorker], open or broken, until they are closed. On the thread that
/// calls the worker.
final class AmPeers {
    private static final int ZEROES = 4_096;

    private final UcpWorker worker;
    private final List<AmPeer> peers = new ArrayList<>();
    private final Refusals refusals = new Refusals();
    private boolean failed;

    AmPeers(final UcpWorker worker) {
        this.worker = worker;
    }

    /// See [AmWorker#connect].
    AmPeer connect(final Blob address, final AmPeer.Broken broken) {
        final AmPeer peer = new AmPeer(broken);
        if (refusals.holds(address, System.nanoTime())) {
            return refused(peer, "was refused a moment ago");
        }
        // UCX is not told how long it is, and reads on behind one that is cut short.
        final ByteBuffer buffer = ByteBuffer.allocateDirect(address.length() + ZEROES);
        buffer.put(address.toBytes()).flip();
        try {
            peer.attach(
                    worker.newEndpoint(
                            new UcpEndpointParams()
                                    .setUcpAddress(buffer)
                                    .setPeerErrorHandlingMode()
                                    .setErrorHandler(
                                            (_, status, message) -> {
                                                peer.fail(message + " (" + status + ")");
                                                failed = true;
                                            })));
        } catch (final UcxException unreachable) {
            if (unreachable.getStatus() == UcsConstants.STATUS.UCS_ERR_UNREACHABLE) {
                refusals.note(address, System.nanoTime());
                return refused(peer, unreachable.getMessage());
            }
            throw new dev.bounce.hw.ucx.UcxException(
                    "cannot connect to a UCX worker of %d bytes of address: %s"
                            .formatted(address.length(), unreachable.getMessage()),
                    unreachable);
        }
        refusals.forget(address);
        peers.add(peer);
        return peer;
    }

    private AmPeer refused(final AmPeer peer, final String cause) {
        peer.fail(cause);
        failed = true;
        peers.add(peer);
        return peer;
    }

    /// A peer has failed, which is to be told. Inside callbacks of UCX.
    void noteFailure() {
        failed = true;
    }

    /// Whether a failure is noted that is not told.
    boolean haveFailed() {
        return failed;
    }

    /// Tells each peer of its failure, once. Outside callbacks of UCX.
    ///
    /// @return 0 if there was nothing to tell
    int tellFailures() {
        if (!failed) {
            return 0;
        }
        failed = false;
        all().forEach(AmPeer::tellOnce);
        return 1;
    }

    /// One is being closed.
    void remove(final AmPeer peer) {
        peers.remove(peer);
    }

    /// Those that are not being closed.
    List<AmPeer> all() {
        return List.copyOf(peers);
    }

    /// Whether every connection has carried a message of this side, or has failed.
    ///
    /// @param heard whether a message has come: if there is no connection, somebody may wait
    boolean areSetUp(final boolean heard) {
        for (final AmPeer peer : peers) {
            if (!peer.hasSent() && !peer.isBroken()) {
                return false;
            }
        }
        return !peers.isEmpty() || !heard;
    }
}
