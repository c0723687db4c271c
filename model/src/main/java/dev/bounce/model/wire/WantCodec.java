package dev.bounce.model.wire;

/// WANT of a request. Without sizes it is a CANCEL, whose tag is empty and ignored when read.
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u32 | chunkCount `n`, 0 = CANCEL |
/// | 4 | u16 | tagBytes `t`, 0 to 64 |
/// | 6 | u16 | reserved, 0 |
/// | 8 | bytes | tag, zero padding to a multiple of 8 |
/// | 8 + padded `t` | u64 x `n` | bytes of each chunk's region |
final class WantCodec {
    private static final int CHUNK_COUNT = 0;
    private static final int TAG_BYTES = 4;
    private static final int TAG = 8;

    private WantCodec() {}

    static long bytes(final Body.Want want) {
        return firstSize(want.tag().length()) + 8L * want.chunkBytes().length;
    }

    static long bytes(final Body.Cancel cancel) {
        return TAG;
    }

    static void write(final Body.Want want, final BodyWriter out) {
        final int tagBytes = want.tag().length();
        BodyWriter.requireRange("chunks", want.chunkBytes().length, 1, Integer.MAX_VALUE);
        out.u31(CHUNK_COUNT, "chunks", want.chunkBytes().length);
        out.u16(TAG_BYTES, "tag bytes", tagBytes);
        out.bytes(TAG, want.tag().toBytes());
        out.longs(firstSize(tagBytes), want.chunkBytes());
    }

    /// A CANCEL is all zero, as the target is already.
    static void write(final Body.Cancel cancel, final BodyWriter out) {}

    static Body read(final BodyReader in) {
        if (!in.holds(TAG)) {
            return null;
        }
        final long chunkCount = in.u32(CHUNK_COUNT);
        final int tagBytes = in.u16(TAG_BYTES);
        final int firstSize = firstSize(tagBytes);
        if (!in.holdsBytes(TAG_BYTES, tagBytes, 0, Tag.MAX_BYTES, TAG)
                || !in.holdsEntries(CHUNK_COUNT, chunkCount, firstSize, 8)) {
            return null;
        }
        if (chunkCount == 0) {
            return new Body.Cancel();
        }
        final Tag tag = tagBytes == 0 ? Tag.EMPTY : Tag.of(in.bytes(TAG, tagBytes));
        return new Body.Want(tag, in.longs(firstSize, (int) chunkCount));
    }

    private static int firstSize(final int tagBytes) {
        return TAG + WireLayout.padded(tagBytes);
    }
}
