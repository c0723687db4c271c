package dev.bounce.model.agent;

import dev.bounce.model.agent.CapabilityAbsent.Reason;
import dev.bounce.model.wire.Blob;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.function.IntFunction;

/// Reads a capability record from front to back. The first fault sticks: from then on every read
/// gives zero or nothing, so that the caller reads straight through and asks once at the end.
final class RecordReader {
    private final ByteBuffer in;
    private CapabilityAbsent fault;
    private int fieldAt;

    RecordReader(final byte[] bytes) {
        in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// The first fault, or `null`.
    CapabilityAbsent fault() {
        return fault;
    }

    int u8() {
        return begin(1) ? in.get() & 0xFF : 0;
    }

    int u16() {
        return begin(2) ? in.getShort() & 0xFFFF : 0;
    }

    int u32() {
        return begin(4) ? in.getInt() : 0;
    }

    long u64() {
        return begin(8) ? in.getLong() : 0;
    }

    /// A u8 that must be known to `ofWireValue`.
    <T> T kind(final IntFunction<T> ofWireValue) {
        final T kind = ofWireValue.apply(u8());
        if (kind == null) {
            fail(Reason.UNKNOWN_KIND);
        }
        return kind;
    }

    /// A u32 count of entries that have at least `entryBytes` bytes each in what is left.
    int count(final int entryBytes) {
        final int count = u32();
        if (fault != null || Integer.compareUnsigned(count, in.remaining() / entryBytes) > 0) {
            fail(Reason.UNDECODABLE);
            return 0;
        }
        return count;
    }

    Blob blob(final int maxBytes) {
        final ByteBuffer slice = slice(maxBytes);
        final byte[] bytes = new byte[slice.remaining()];
        slice.get(bytes);
        return Blob.of(bytes);
    }

    String text(final int maxBytes) {
        final String text = Text.decodeOrNull(slice(maxBytes));
        require(text != null);
        return text == null ? "" : text;
    }

    /// Notes a fault of the field read last unless `isValid`.
    void require(final boolean isValid) {
        if (!isValid) {
            fail(Reason.UNDECODABLE);
        }
    }

    void requireEnd() {
        fieldAt = in.position();
        require(!in.hasRemaining());
    }

    private ByteBuffer slice(final int maxBytes) {
        final int length = u32();
        if (fault != null
                || Integer.compareUnsigned(length, in.remaining()) > 0
                || length > maxBytes) {
            fail(Reason.UNDECODABLE);
            return ByteBuffer.allocate(0);
        }
        final ByteBuffer slice = in.slice(in.position(), length);
        in.position(in.position() + length);
        return slice;
    }

    private boolean begin(final int bytes) {
        fieldAt = in.position();
        require(in.remaining() >= bytes);
        return fault == null;
    }

    private void fail(final Reason reason) {
        if (fault == null) {
            fault = new CapabilityAbsent(reason, fieldAt);
        }
    }
}
