package dev.bounce.hw.control;

import java.util.ArrayList;
import java.util.List;
import org.zeromq.SocketType;
import org.zeromq.UncheckedZMQException;
import org.zeromq.ZMQ;

/// The connections that a channel makes: one DEALER for each endpoint, registered with the poller
/// of the channel. Used by the thread that owns the channel; the sockets are closed with the rest.
final class ZmqDealers {
    private record Connection(long route, Endpoint endpoint, ZMQ.Socket socket) {}

    private final ZmqSockets sockets;
    private final ZMQ.Poller poller;
    private final byte[] identity;
    private final List<Connection> connections = new ArrayList<>();

    /// @param identity that peers know this agent by
    ZmqDealers(final ZmqSockets sockets, final ZMQ.Poller poller, final byte[] identity) {
        this.sockets = sockets;
        this.poller = poller;
        this.identity = identity;
    }

    /// The route to an endpoint, 0 if there is no connection to it.
    long find(final Endpoint endpoint) {
        for (final Connection connection : connections) {
            if (connection.endpoint.equals(endpoint)) {
                return connection.route;
            }
        }
        return 0;
    }

    /// Connects to an endpoint.
    ///
    /// @param route names the connection from now on
    /// @throws ControlException if there is no socket for it, or it does not take the endpoint
    void connect(final Endpoint endpoint, final long route) {
        ZMQ.Socket socket = null;
        try {
            socket = sockets.open(SocketType.DEALER, endpoint.isIpv6());
            socket.setIdentity(identity);
            // JeroMQ's flag is the inverse of ZMQ_IMMEDIATE: false queues nothing before the
            // connection stands.
            socket.setImmediate(false);
            socket.connect(endpoint.toString());
        } catch (final UncheckedZMQException failure) { // as of a socket that cannot be had
            if (socket != null) {
                socket.close();
            }
            throw new ControlException(
                    "cannot connect to " + endpoint + ": " + failure.getMessage(), failure);
        }
        connections.add(new Connection(route, endpoint, socket));
        poller.register(socket, ZMQ.Poller.POLLIN);
    }

    /// Closes a connection. Unknown routes are ignored.
    void disconnect(final long route) {
        final Connection connection = connection(route);
        if (connection != null) {
            connections.remove(connection);
            poller.unregister(connection.socket);
            connection.socket.close();
        }
    }

    private Connection connection(final long route) {
        for (int index = 0; index < connections.size(); index++) {
            if (connections.get(index).route == route) {
                return connections.get(index);
            }
        }
        return null;
    }

    /// What leads to that peer, `null` if the route is no connection of these.
    ZMQ.Socket socket(final long route) {
        final Connection connection = connection(route);
        return connection == null ? null : connection.socket;
    }

    int count() {
        return connections.size();
    }

    /// @param index `[0, count())`
    ZMQ.Socket socketAt(final int index) {
        return connections.get(index).socket;
    }

    /// @param index `[0, count())`
    long routeAt(final int index) {
        return connections.get(index).route;
    }

    /// Forgets all of them, once their sockets are about to be closed.
    void clear() {
        connections.clear();
    }
}
