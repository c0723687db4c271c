package dev.bounce.hw.control;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import org.zeromq.ZMQ;
import zmq.ZError;

/// Why nothing can listen at an endpoint, in one line that names it and says what to do. The system
/// is asked by a socket that is closed again: JeroMQ tells every failure of a bind as EADDRINUSE,
/// in numbers of its own.
public final class BindFault {
    private BindFault() {}

    /// Why nothing can listen there; `null` if something can.
    public static String of(final Endpoint endpoint) {
        if (!canBind(endpoint, 0)) {
            return "cannot listen at "
                    + endpoint
                    + ": this host has no such address (EADDRNOTAVAIL); set control.bind to one of"
                    + " its own";
        }
        return canBind(endpoint, endpoint.port()) ? null : inUse(endpoint);
    }

    private static boolean canBind(final Endpoint endpoint, final int port) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(endpoint.address(), port));
            return true;
        } catch (final IOException refused) {
            return false;
        }
    }

    private static String inUse(final Endpoint endpoint) {
        return "cannot listen at "
                + endpoint
                + ": the port is in use, or not for this user (EADDRINUSE); set control.port to"
                + " another one, or leave it out";
    }

    /// Why a bind has failed.
    ///
    /// @param code as JeroMQ numbers them
    static String of(final Endpoint endpoint, final int code) {
        if (code != ZError.EADDRINUSE && code != ZError.EADDRNOTAVAIL) {
            return "cannot listen at " + endpoint + ": " + ZMQ.Error.findByCode(code).name();
        }
        final String found = of(endpoint);
        return found == null ? inUse(endpoint) : found;
    }
}
