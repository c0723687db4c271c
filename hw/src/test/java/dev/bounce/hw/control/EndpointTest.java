package dev.bounce.hw.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "tcp://127.0.0.1:5555",
                "tcp://10.1.2.3:1",
                "tcp://192.168.0.1:65535",
                "tcp://[0:0:0:0:0:0:0:1]:7",
                "tcp://127.0.0.1:*",
                "tcp://0.0.0.0:*"
            })
    void shouldPrintWhatItRead(final String text) {
        assertEquals(text, Endpoint.parseForBind(text).toString());
    }

    @Test
    void shouldReadShortIpv6() {
        final Endpoint endpoint = Endpoint.parse("tcp://[::1]:80");
        assertTrue(endpoint.isIpv6());
        assertTrue(endpoint.isLoopback());
        assertEquals(80, endpoint.port());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|EMPTY",
                "127.0.0.1:5|UNKNOWN_TRANSPORT",
                "ipc://x|UNKNOWN_TRANSPORT",
                "tcp://|BAD_PORT",
                "tcp://127.0.0.1|BAD_PORT",
                "tcp://localhost:5|HOST_NOT_LITERAL",
                "tcp://1.2.3:5|HOST_NOT_LITERAL",
                "tcp://1.2.3.256:5|HOST_NOT_LITERAL",
                "tcp://::1:5|HOST_NOT_LITERAL",
                "tcp://[::g]:5|HOST_NOT_LITERAL",
                "tcp://[fe80::1%eth0]:5|HOST_NOT_LITERAL",
                "tcp://[::1]|HOST_NOT_LITERAL",
                "tcp://:5|HOST_NOT_LITERAL",
                "tcp://1.2.3.4:|BAD_PORT",
                "tcp://1.2.3.4:0|BAD_PORT",
                "tcp://1.2.3.4:65536|BAD_PORT",
                "tcp://1.2.3.4:5x|BAD_PORT",
                "tcp://1.2.3.4:*|PORT_OPEN",
                "tcp://0.0.0.0:5|WILDCARD",
                "tcp://[::]:5|WILDCARD",
            })
    void shouldNameWhatIsWrong(final String text, final EndpointException.Reason reason) {
        final EndpointException failure =
                assertThrows(EndpointException.class, () -> Endpoint.parse(text));
        assertEquals(reason, failure.reason());
        assertTrue(failure.getMessage().contains("'" + text + "'"), failure.getMessage());
    }

    @Test
    void shouldRefuseNoText() {
        assertEquals(
                EndpointException.Reason.EMPTY,
                assertThrows(EndpointException.class, () -> Endpoint.parse(null)).reason());
    }

    @Test
    void shouldReadHostWithAndWithoutBrackets() {
        assertEquals(Endpoint.parseHost("[::1]"), Endpoint.parseHost("::1"));
        assertFalse(Endpoint.parseHost("10.0.0.1").isLoopbackAddress());
        assertThrows(EndpointException.class, () -> Endpoint.parseHost("gpu-node-7"));
    }
}
