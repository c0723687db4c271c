package dev.bounce.model.wire;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// WANT 0, by its first byte. An unknown kind is skipped like an unknown type.
///
/// OPEN; a wire version may add fields behind these but never change them, so that each version
/// can read the OPEN of every other and answer it:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u8 | kind 1 |
/// | 1 | u8 | reserved, 0 |
/// | 2 | u16 | nameBytes, 1 to 200 |
/// | 4 | u16 | wireLow |
/// | 6 | u16 | wireHigh |
/// | 8 | 16 bytes | nonce |
/// | 24 | bytes | name in UTF-8, zero padding to a multiple of 8 |
///
/// KEEP_ALIVE:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u8 | kind 2 |
/// | 1 | 7 bytes | reserved, 0 |
///
/// CLOSE; only 1 is clean, since a clean close frees memory that a dirty one does not:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u8 | kind 3 |
/// | 1 | u8 | 1 = clean, anything else = dirty (written as 0) |
/// | 2 | 6 bytes | reserved, 0 |
final class LinkWantCodec {
    static final int OPEN = 1;

    private static final int KEEP_ALIVE = 2;
    private static final int CLOSE = 3;

    private static final int KIND = 0;
    private static final int CLEAN = 1;
    private static final int SHORT_BYTES = 8;

    private static final int NAME_BYTES = 2;
    private static final int WIRE_LOW = 4;
    private static final int WIRE_HIGH = 6;
    private static final int NONCE = 8;
    private static final int NAME = 24;

    private LinkWantCodec() {}

    static long bytes(final Body.Open open) {
        return NAME + WireLayout.padded(open.name().getBytes(StandardCharsets.UTF_8).length);
    }

    static long bytes(final Body.KeepAlive keepAlive) {
        return SHORT_BYTES;
    }

    static long bytes(final Body.Close close) {
        return SHORT_BYTES;
    }

    static void write(final Body.Open open, final BodyWriter out) {
        final byte[] name = open.name().getBytes(StandardCharsets.UTF_8);
        BodyWriter.requireRange("bytes of the name", name.length, 1, Body.Open.MAX_NAME_BYTES);
        if (!new String(name, StandardCharsets.UTF_8).equals(open.name())) {
            throw new IllegalArgumentException(
                    "name has half a surrogate pair, which UTF-8 cannot say: " + open.name());
        }
        out.u8(KIND, OPEN);
        out.u16(NAME_BYTES, "bytes of the name", name.length);
        out.u16(WIRE_LOW, "wireLow", open.wireLow());
        out.u16(WIRE_HIGH, "wireHigh", open.wireHigh());
        out.u64(NONCE, open.nonce().low());
        out.u64(NONCE + 8, open.nonce().high());
        out.bytes(NAME, name);
    }

    static void write(final Body.KeepAlive keepAlive, final BodyWriter out) {
        out.u8(KIND, KEEP_ALIVE);
    }

    static void write(final Body.Close close, final BodyWriter out) {
        out.u8(KIND, CLOSE);
        out.u8(CLEAN, close.clean() ? 1 : 0);
    }

    static Body read(final BodyReader in) {
        if (!in.holds(SHORT_BYTES)) {
            return null;
        }
        return switch (in.u8(KIND)) {
            case OPEN -> readOpen(in);
            case KEEP_ALIVE -> new Body.KeepAlive();
            case CLOSE -> new Body.Close(in.u8(CLEAN) == 1);
            default -> null;
        };
    }

    private static Body readOpen(final BodyReader in) {
        if (!in.holds(NAME)) {
            return null;
        }
        final int nameBytes = in.u16(NAME_BYTES);
        if (!in.holdsBytes(NAME_BYTES, nameBytes, 1, Body.Open.MAX_NAME_BYTES, NAME)) {
            return null;
        }
        final byte[] utf8 = in.bytes(NAME, nameBytes);
        final String name = new String(utf8, StandardCharsets.UTF_8);
        if (!isWhole(name, utf8)) {
            in.fail(Decoded.Reason.NAME_NOT_UTF8, NAME);
            return null;
        }
        return new Body.Open(
                name,
                new Nonce(in.u64(NONCE), in.u64(NONCE + 8)),
                in.u16(WIRE_LOW),
                in.u16(WIRE_HIGH));
    }

    /// Whether the bytes were well-formed: what is not becomes a replacement character, which does
    /// not encode back to it.
    private static boolean isWhole(final String name, final byte[] utf8) {
        return name.indexOf('\uFFFD') < 0
                || Arrays.equals(utf8, name.getBytes(StandardCharsets.UTF_8));
    }
}
