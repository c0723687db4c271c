package dev.bounce.hw;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;

/// Names of network interfaces, which UCX takes in place of addresses.
final class Interfaces {
    private Interfaces() {}

    /// The interface that has that address; `null` for a wildcard, which has none, and for an
    /// address that this host does not have.
    static String of(final InetAddress address) {
        if (address.isAnyLocalAddress()) {
            return null;
        }
        try {
            final NetworkInterface found = NetworkInterface.getByInetAddress(address);
            return found == null ? null : found.getName();
        } catch (final SocketException unreadable) {
            return null;
        }
    }
}
