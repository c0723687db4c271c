package dev.bounce.hw.control;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.regex.Pattern;

/// Where a control channel listens: `tcp://HOST:PORT`, the host an IPv4 literal or an IPv6 literal
/// in brackets, the port 1 to 65535, or `*` for one that the system picks. Names are not resolved:
/// that would block the thread that connects.
///
/// @param address a literal address, possibly a wildcard
/// @param port 0 for one that the system picks
public record Endpoint(InetAddress address, int port) implements ControlAddress {
    private static final String SCHEME = "tcp://";
    private static final String EXPECTED = "tcp://IPv4:PORT or tcp://[IPv6]:PORT";
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]+");
    private static final Pattern PORT = Pattern.compile("[1-9]\\d{0,4}");

    /// An endpoint to bind: wildcard host and open port are allowed.
    ///
    /// @throws EndpointException if the text has another form
    public static Endpoint parseForBind(final String text) {
        if (text == null || text.isEmpty()) {
            throw new EndpointException(EndpointException.Reason.EMPTY, "", EXPECTED);
        }
        if (!text.startsWith(SCHEME)) {
            throw new EndpointException(EndpointException.Reason.UNKNOWN_TRANSPORT, text, EXPECTED);
        }
        final int colon = text.lastIndexOf(':');
        if (colon < SCHEME.length()) {
            throw new EndpointException(EndpointException.Reason.BAD_PORT, text, EXPECTED);
        }
        final InetAddress address = parseHost(text, text.substring(SCHEME.length(), colon));
        return new Endpoint(address, parsePort(text, text.substring(colon + 1)));
    }

    /// An endpoint to connect to or to advertise: host and port are real.
    ///
    /// @throws EndpointException if the text has another form
    public static Endpoint parse(final String text) {
        final Endpoint endpoint = parseForBind(text);
        if (endpoint.port == 0) {
            throw new EndpointException(EndpointException.Reason.PORT_OPEN, text, EXPECTED);
        }
        if (endpoint.isWildcard()) {
            throw new EndpointException(EndpointException.Reason.WILDCARD, text, EXPECTED);
        }
        return endpoint;
    }

    /// The literal address of a host, IPv6 with or without brackets.
    ///
    /// @throws EndpointException if it is none
    public static InetAddress parseHost(final String host) {
        final boolean bare = host.indexOf(':') >= 0 && !host.startsWith("[");
        return parseHost(host, bare ? "[" + host + "]" : host);
    }

    private static InetAddress parseHost(final String text, final String host) {
        final boolean bracketed = host.startsWith("[") && host.endsWith("]");
        final String literal = bracketed ? host.substring(1, host.length() - 1) : host;
        if (!(bracketed ? IPV6 : IPV4).matcher(literal).matches()) {
            throw new EndpointException(EndpointException.Reason.HOST_NOT_LITERAL, text, EXPECTED);
        }
        try {
            return InetAddress.ofLiteral(literal);
        } catch (final IllegalArgumentException malformed) {
            throw new EndpointException(EndpointException.Reason.HOST_NOT_LITERAL, text, EXPECTED);
        }
    }

    private static int parsePort(final String text, final String port) {
        if (port.equals("*")) {
            return 0;
        }
        if (!PORT.matcher(port).matches() || Integer.parseInt(port) > 65_535) {
            throw new EndpointException(EndpointException.Reason.BAD_PORT, text, EXPECTED);
        }
        return Integer.parseInt(port);
    }

    /// The same port at another address.
    public Endpoint withAddress(final InetAddress other) {
        return new Endpoint(other, port);
    }

    /// Whether the host stands for every interface.
    public boolean isWildcard() {
        return address.isAnyLocalAddress();
    }

    /// Whether only this host reaches it.
    public boolean isLoopback() {
        return address.isLoopbackAddress();
    }

    /// Whether the literal needs brackets.
    public boolean isIpv6() {
        return address instanceof Inet6Address;
    }

    /// The text that [#parseForBind] reads.
    @Override
    public String toString() {
        final String host = address.getHostAddress();
        return SCHEME
                + (isIpv6() ? "[" + host + "]" : host)
                + ":"
                + (port == 0 ? "*" : String.valueOf(port));
    }
}
