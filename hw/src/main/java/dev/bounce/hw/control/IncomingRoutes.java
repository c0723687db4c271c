package dev.bounce.hw.control;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/// Routes of the connections that peers made, by the identity they gave themselves. Bounded: the
/// identity that has been silent longest is forgotten first, so that a stranger cannot fill the
/// memory.
final class IncomingRoutes {
    private final int capacity;
    private final LinkedHashMap<ByteBuffer, Long> routes = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Long, byte[]> identities = new HashMap<>();

    IncomingRoutes(final int capacity) {
        this.capacity = capacity;
    }

    /// The route of that identity, or 0 if it is new. Makes it the newest.
    long find(final byte[] identity) {
        final Long route = routes.get(ByteBuffer.wrap(identity));
        return route == null ? 0 : route;
    }

    /// Remembers a new identity.
    void add(final byte[] identity, final long route) {
        if (routes.size() == capacity) {
            identities.remove(routes.pollFirstEntry().getValue());
        }
        routes.put(ByteBuffer.wrap(identity), route);
        identities.put(route, identity);
    }

    /// The identity behind a route, or `null` if it is unknown or forgotten.
    byte[] identity(final long route) {
        return identities.get(route);
    }
}
