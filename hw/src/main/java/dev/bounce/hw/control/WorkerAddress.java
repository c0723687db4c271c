package dev.bounce.hw.control;

import dev.bounce.model.wire.Blob;
import java.util.HexFormat;

/// The address of a UCX worker, opaque bytes, as hexadecimal text.
///
/// @param bytes 1 to [#MAX_BYTES]
public record WorkerAddress(Blob bytes) implements ControlAddress {
    /// Longest address; its text fits into a description.
    public static final int MAX_BYTES = 4_000;

    private static final String EXPECTED = "the address of a UCX worker in hexadecimal";

    /// @throws IllegalArgumentException if there are too few or too many bytes
    public WorkerAddress {
        if (bytes.length() < 1 || bytes.length() > MAX_BYTES) {
            throw new IllegalArgumentException(
                    "a worker address has " + bytes.length() + " bytes, 1 to 4000 fit");
        }
    }

    /// Reads hexadecimal text.
    ///
    /// @throws EndpointException if the text has another form
    public static WorkerAddress parse(final String text) {
        if (text == null || text.isEmpty()) {
            throw new EndpointException(EndpointException.Reason.EMPTY, "", EXPECTED);
        }
        try {
            return new WorkerAddress(Blob.of(HexFormat.of().parseHex(text)));
        } catch (final IllegalArgumentException malformed) {
            throw new EndpointException(EndpointException.Reason.NOT_HEXADECIMAL, text, EXPECTED);
        }
    }

    /// The text that [#parse] reads.
    @Override
    public String toString() {
        return bytes.toString();
    }
}
