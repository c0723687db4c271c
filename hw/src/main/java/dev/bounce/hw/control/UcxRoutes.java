package dev.bounce.hw.control;

import dev.bounce.model.wire.Blob;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The connections of a [UcxControlChannel], by route and by the id that both ends know. Those that
/// peers made are bounded: the identity that has been silent longest is forgotten first.
final class UcxRoutes {
    private final int capacity;
    private final Map<Long, UcxConnection> byId = new HashMap<>();
    private final Map<Long, UcxConnection> byRoute = new LinkedHashMap<>();
    private final LinkedHashMap<String, UcxConnection> byIdentity =
            new LinkedHashMap<>(64, 0.75f, true);
    private final List<UcxConnection> replaced = new ArrayList<>();
    private long nextRoute = 1;

    /// @param capacity most connections that peers made
    UcxRoutes(final int capacity) {
        this.capacity = capacity;
    }

    /// The connection of that id, or `null`. Makes its identity the newest.
    UcxConnection ofId(final long id) {
        final UcxConnection connection = byId.get(id);
        if (connection != null && connection.identity != null) {
            byIdentity.get(connection.identity);
        }
        return connection;
    }

    /// The connection of that route, or `null`.
    UcxConnection ofRoute(final long route) {
        return byRoute.get(route);
    }

    /// The connection that this side made to that address, or `null`.
    UcxConnection to(final Blob address) {
        for (final UcxConnection connection : byRoute.values()) {
            if (connection.isOutgoing() && connection.address.equals(address)) {
                return connection;
            }
        }
        return null;
    }

    /// Adds a connection that this side makes.
    UcxConnection connect(final long id, final Blob address) {
        final UcxConnection connection = new UcxConnection(id, nextRoute++, address, null);
        byId.put(id, connection);
        byRoute.put(connection.route, connection);
        return connection;
    }

    /// Adds a connection that a peer has made. One of the same identity gives up its route to it.
    void accept(final long id, final Blob address, final String identity) {
        final UcxConnection old = byIdentity.get(identity);
        final long route = old == null ? nextRoute++ : old.route;
        if (old != null) {
            byId.remove(old.id, old);
            replaced.add(old);
        } else if (byIdentity.size() == capacity) {
            final UcxConnection silent = byIdentity.pollFirstEntry().getValue();
            byId.remove(silent.id, silent);
            byRoute.remove(silent.route);
            replaced.add(silent);
        }
        final UcxConnection connection = new UcxConnection(id, route, address, identity);
        byIdentity.put(identity, connection);
        byId.put(id, connection);
        byRoute.put(route, connection);
    }

    /// Whether others have taken the place of connections.
    boolean hasReplaced() {
        return !replaced.isEmpty();
    }

    /// Connections that others have taken the place of, once.
    List<UcxConnection> takeReplaced() {
        final List<UcxConnection> taken = List.copyOf(replaced);
        replaced.clear();
        return taken;
    }

    /// Takes no more of a connection. The route of one that a peer made stays known, so that what
    /// is sent there is told as unreachable.
    void forget(final UcxConnection connection) {
        byId.remove(connection.id, connection);
        if (connection.isOutgoing()) {
            byRoute.remove(connection.route, connection);
        }
    }
}
