package dev.bounce.hw;

import dev.bounce.engine.Engine;
import dev.bounce.engine.LinkView;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ControlException;
import dev.bounce.model.wire.Blob;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The peers that the reactor has loaded into the engine, and their connections. Reactor only.
final class Peers {
    private static final Logger LOG = LoggerFactory.getLogger(Peers.class);

    /// The route of a peer that is served on the direct path only: it leads nowhere.
    static final long NO_ROUTE = 0;

    private record Loaded(Peer peer, long route) {}

    private record Retiring(long route, long untilNanos) {}

    private final Engine engine;
    private final ControlChannel channel;
    private final Executor executor;
    private final long retireNanos;
    private final Map<String, Loaded> loaded = new HashMap<>();
    private final Map<String, Retiring> retiring = new HashMap<>();
    private boolean mayHaveChanged;

    /// @param executor completes futures
    /// @param retireNanos how long the connection of a forgotten peer is kept, so that the peer
    ///     still learns of it
    Peers(
            final Engine engine,
            final ControlChannel channel,
            final Executor executor,
            final long retireNanos) {
        this.engine = engine;
        this.channel = channel;
        this.executor = executor;
        this.retireNanos = retireNanos;
    }

    /// Connects to a peer and takes the place of an earlier description.
    ///
    /// @return the route, [#NO_ROUTE] if there is no connection
    long load(final Peer peer) {
        long route = NO_ROUTE;
        if (peer.endpoint() != null) {
            try {
                route = channel.connect(peer.endpoint());
            } catch (final ControlException failure) {
                LOG.warn("peer={} goes direct: {}", peer.name(), failure.getMessage());
            } catch (final RuntimeException | Error broken) {
                abandon(peer, "not loaded: " + broken);
                throw broken;
            }
        }
        retiring.remove(peer.name());
        final Loaded old = loaded.put(peer.name(), new Loaded(peer, route));
        if (old != null) {
            if (old.peer != peer) {
                abandon(old.peer, "loaded anew");
            }
            if (old.route != route) {
                channel.disconnect(old.route);
            }
        }
        mayHaveChanged = true;
        return route;
    }

    /// The engine has not taken a peer.
    void refuse(final Peer peer, final String reason) {
        LOG.warn("peer={} is not loaded: {}", peer.name(), reason);
        final Loaded old = loaded.remove(peer.name());
        abandon(peer, reason);
        if (old != null) {
            channel.disconnect(old.route);
        }
    }

    void forget(final Peer peer, final long nowNanos) {
        final Loaded old = loaded.get(peer.name());
        if (old != null && old.peer == peer) {
            loaded.remove(peer.name());
            retiring.put(peer.name(), new Retiring(old.route, nowNanos + retireNanos));
        }
        abandon(peer, "forgotten");
    }

    private void abandon(final Peer peer, final String reason) {
        complete(
                peer.leave(new IllegalStateException("peer '" + peer.name() + "' is " + reason)),
                reason);
    }

    private void complete(final List<CompletableFuture<Void>> futures, final String failure) {
        for (final CompletableFuture<Void> future : futures) {
            executor.execute(
                    () -> {
                        if (failure == null) {
                            future.complete(null);
                        } else {
                            future.completeExceptionally(new IllegalStateException(failure));
                        }
                    });
        }
    }

    /// The life of a peer that is loaded, 0 if none is.
    long instance(final String peer) {
        final Loaded found = loaded.get(peer);
        return found == null ? 0 : found.peer.instance();
    }

    /// Where that peer takes direct transfers, empty if it has not said.
    Blob directAddress(final String peer) {
        final Loaded found = loaded.get(peer);
        return found == null ? Blob.EMPTY : found.peer.directAddress();
    }

    /// Something happened that may have moved a link.
    void touch() {
        mayHaveChanged = true;
    }

    /// Shows the gate what links are like now, if that may have changed.
    void publish() {
        if (!mayHaveChanged) {
            return;
        }
        mayHaveChanged = false;
        for (final Loaded each : loaded.values()) {
            final LinkView view = engine.link(each.peer.name());
            complete(each.peer.publish(view), null);
        }
    }

    /// Closes the connections of peers that were forgotten long enough ago.
    void retire(final long nowNanos) {
        if (retiring.isEmpty()) {
            return;
        }
        final Iterator<Retiring> iterator = retiring.values().iterator();
        while (iterator.hasNext()) {
            final Retiring old = iterator.next();
            if (old.untilNanos <= nowNanos) {
                channel.disconnect(old.route);
                iterator.remove();
            }
        }
    }

    /// Nothing more will come of any peer.
    void close(final String reason) {
        loaded.values().forEach(each -> abandon(each.peer, reason));
        loaded.clear();
    }
}
