package dev.bounce.model.wire;

import java.util.List;

/// GRANT of a request.
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u32 | creditCount `n`, 0 = alive, queued |
/// | 4 | u32 | reserved, 0 |
/// | 8 | 40 bytes x `n` | credits |
///
/// One credit:
///
/// | offset | type | field |
/// |---|---|---|
/// | 0 | u32 | chunk, below 2^31 |
/// | 4 | u32 | device, below 2^31 |
/// | 8 | u64 | grantId |
/// | 16 | u64 | region |
/// | 24 | u64 | address |
/// | 32 | u64 | length |
final class GrantCodec {
    private static final int CREDIT_COUNT = 0;
    private static final int CREDITS = 8;

    private static final int CHUNK = 0;
    private static final int DEVICE = 4;
    private static final int GRANT_ID = 8;
    private static final int REGION = 16;
    private static final int ADDRESS = 24;
    private static final int LENGTH = 32;
    private static final int CREDIT_BYTES = 40;

    private GrantCodec() {}

    static long bytes(final Body.Grant grant) {
        return CREDITS + (long) CREDIT_BYTES * grant.credits().size();
    }

    static void write(final Body.Grant grant, final BodyWriter out) {
        out.u31(CREDIT_COUNT, "credits", grant.credits().size());
        int at = CREDITS;
        for (final Credit credit : grant.credits()) {
            out.u31(at + CHUNK, "chunk", credit.chunk());
            out.u31(at + DEVICE, "device", credit.device());
            out.u64(at + GRANT_ID, credit.grantId());
            out.u64(at + REGION, credit.region());
            out.u64(at + ADDRESS, credit.address());
            out.u64(at + LENGTH, credit.length());
            at += CREDIT_BYTES;
        }
    }

    static Body read(final BodyReader in) {
        if (!in.holds(CREDITS)) {
            return null;
        }
        final long count = in.u32(CREDIT_COUNT);
        if (!in.holdsEntries(CREDIT_COUNT, count, CREDITS, CREDIT_BYTES)) {
            return null;
        }
        final Credit[] credits = new Credit[(int) count];
        int at = CREDITS;
        for (int index = 0; index < credits.length; index++) {
            credits[index] =
                    new Credit(
                            in.index(at + CHUNK),
                            in.u64(at + GRANT_ID),
                            in.u64(at + REGION),
                            in.u64(at + ADDRESS),
                            in.u64(at + LENGTH),
                            in.index(at + DEVICE));
            at += CREDIT_BYTES;
        }
        return new Body.Grant(List.of(credits));
    }
}
