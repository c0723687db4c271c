package dev.bounce.hw.control;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/// How a [UcxControlChannel] is set up.
///
/// @param host address of the one interface that is used, never a wildcard
/// @param maxFrameBytes largest frame sent or accepted, at least 1
/// @param queueFrames frames that may wait per connection, at least 1
/// @param maxIncomingRoutes connections of peers that can be answered at a time; beyond it the one
///     that has been silent longest is forgotten
public record UcxControlSettings(
        InetAddress host, int maxFrameBytes, int queueFrames, int maxIncomingRoutes) {
    private static final int FRAME_BYTES = 64 << 20;
    private static final int QUEUE_FRAMES = 4_096;
    private static final int INCOMING_ROUTES = 1_024;

    /// @throws IllegalArgumentException naming the component, its value and its range
    /// @throws EndpointException if the host is a wildcard
    public UcxControlSettings {
        if (host.isAnyLocalAddress()) {
            throw new EndpointException(
                    EndpointException.Reason.WILDCARD,
                    host.getHostAddress(),
                    "the address of one interface");
        }
        requirePositive("maxFrameBytes", maxFrameBytes);
        requirePositive("queueFrames", queueFrames);
        requirePositive("maxIncomingRoutes", maxIncomingRoutes);
    }

    /// At that interface, everything else at its default.
    public static UcxControlSettings at(final InetAddress host) {
        return new UcxControlSettings(host, FRAME_BYTES, QUEUE_FRAMES, INCOMING_ROUTES);
    }

    /// Whether the host is an IPv6 address.
    boolean isIpv6() {
        return host instanceof Inet6Address;
    }

    /// The name of the interface.
    ///
    /// @throws ControlException if this host has no such address
    String networkInterface() {
        try {
            final NetworkInterface found = NetworkInterface.getByInetAddress(host);
            if (found != null) {
                return found.getName();
            }
        } catch (final SocketException unreadable) {
            throw new ControlException("cannot list network interfaces", unreadable);
        }
        throw new ControlException(
                "cannot listen at "
                        + host.getHostAddress()
                        + ": no interface has it; set control.bind to an address of this host",
                null);
    }

    private static void requirePositive(final String name, final int value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " is " + value + ", must be at least 1");
        }
    }
}
