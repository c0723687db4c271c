package dev.bounce.hw.control;

import java.net.InetAddress;

/// How a [ZmqControlChannel] is set up.
///
/// @param bind where to listen; a wildcard host needs `advertisedHost`
/// @param advertisedHost host that peers are told, `null` for the one of `bind`; never a wildcard
/// @param maxFrameBytes largest frame sent or accepted, at least 1; a larger one that a peer sends
///     cuts its connection
/// @param queueFrames frames that may wait per connection and direction, at least 1
/// @param maxIncomingRoutes connections of peers that can be answered at a time; beyond it the one
///     that has been silent longest is forgotten
/// @param heartbeatMillis interval of the heartbeats that find dead connections, at least 1
/// @param closeTimeoutMillis longest time that closing waits for the library, at least 1
public record ZmqSettings(
        Endpoint bind,
        InetAddress advertisedHost,
        int maxFrameBytes,
        int queueFrames,
        int maxIncomingRoutes,
        int heartbeatMillis,
        int closeTimeoutMillis) {
    private static final int FRAME_BYTES = 64 << 20;
    private static final int QUEUE_FRAMES = 4_096;
    private static final int INCOMING_ROUTES = 1_024;
    private static final int HEARTBEAT_MILLIS = 2_000;
    private static final int CLOSE_TIMEOUT_MILLIS = 2_000;

    /// @throws IllegalArgumentException naming the component, its value and its range
    /// @throws EndpointException if a wildcard would be advertised
    public ZmqSettings {
        requirePositive("maxFrameBytes", maxFrameBytes);
        requirePositive("queueFrames", queueFrames);
        requirePositive("maxIncomingRoutes", maxIncomingRoutes);
        requirePositive("heartbeatMillis", heartbeatMillis);
        requirePositive("closeTimeoutMillis", closeTimeoutMillis);
        final InetAddress told = advertisedHost == null ? bind.address() : advertisedHost;
        if (told.isAnyLocalAddress()) {
            throw new EndpointException(
                    EndpointException.Reason.WILDCARD,
                    bind.toString(),
                    "an advertised host beside a wildcard to bind");
        }
    }

    /// Listens on loopback at a port that the system picks.
    public static ZmqSettings loopback() {
        return at(Endpoint.parseForBind("tcp://127.0.0.1:*"));
    }

    /// Listens there, everything else at its default.
    public static ZmqSettings at(final Endpoint bind) {
        return at(bind, null);
    }

    /// Listens there and advertises that host, everything else at its default.
    ///
    /// @param advertisedHost `null` for the host of `bind`
    public static ZmqSettings at(final Endpoint bind, final InetAddress advertisedHost) {
        return new ZmqSettings(
                bind,
                advertisedHost,
                FRAME_BYTES,
                QUEUE_FRAMES,
                INCOMING_ROUTES,
                HEARTBEAT_MILLIS,
                CLOSE_TIMEOUT_MILLIS);
    }

    /// The same with another largest frame.
    public ZmqSettings withMaxFrameBytes(final int bytes) {
        return new ZmqSettings(
                bind,
                advertisedHost,
                bytes,
                queueFrames,
                maxIncomingRoutes,
                heartbeatMillis,
                closeTimeoutMillis);
    }

    /// The same with another length of the queues.
    public ZmqSettings withQueueFrames(final int frames) {
        return new ZmqSettings(
                bind,
                advertisedHost,
                maxFrameBytes,
                frames,
                maxIncomingRoutes,
                heartbeatMillis,
                closeTimeoutMillis);
    }

    private static void requirePositive(final String name, final int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + ", must be at least 1");
        }
    }
}
