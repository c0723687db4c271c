package dev.bounce.model.agent;

import dev.bounce.model.agent.Malformed.Reason;
import dev.bounce.model.wire.Blob;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/// The layout of a description. Integers are little-endian, without padding, magic or version.
///
/// | # | field | bytes |
/// |---|---|---|
/// | 1 | length `L` of the back end's blob, u64 | 8 |
/// | 2 | blob | `L` |
/// | 3 | region count `N`, u64 | 8 |
/// | 4 | `N` x (base, length, chunk size), u64 each | 24 each |
/// | 5 | length `H` of the capability record, u64 | 8 |
/// | 6 | capability record, see [CapabilityCodec] | `H` |
///
/// Older writers end after field 4: that reads as an empty record. A field 5 that has begun must be
/// complete, and nothing follows field 6, so that a later field is a visible change of format.
final class DescriptionCodec {
    private static final int REGION_BYTES = 24;
    private static final int FIXED_BYTES = 24;

    private DescriptionCodec() {}

    static long encodedBytes(final Blob backend, final int regions, final Blob capabilityRecord) {
        return FIXED_BYTES
                + backend.length()
                + (long) REGION_BYTES * regions
                + capabilityRecord.length();
    }

    static byte[] encode(final AgentDescription description) {
        final List<RegisteredRegion> regions = description.regions();
        final Blob capabilityRecord = description.capabilityRecord();
        final long bytes = encodedBytes(description.backend(), regions.size(), capabilityRecord);
        final ByteBuffer out =
                ByteBuffer.allocate(Math.toIntExact(bytes)).order(ByteOrder.LITTLE_ENDIAN);
        out.putLong(description.backend().length()).put(description.backend().toBytes());
        out.putLong(regions.size());
        for (final RegisteredRegion region : regions) {
            out.putLong(region.base()).putLong(region.bytes()).putLong(region.chunkBytes());
        }
        out.putLong(capabilityRecord.length()).put(capabilityRecord.toBytes());
        return out.array();
    }

    /// Checks every length against the input before it takes anything out of it.
    static DecodedDescription decode(final byte[] bytes) {
        if (bytes.length > AgentDescription.MAX_BYTES) {
            return new Malformed(Reason.TOO_LARGE, 0);
        }
        final ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        if (bytes.length < 8) {
            return new Malformed(Reason.TRUNCATED, 0);
        }
        final long backendBytes = in.getLong(0);
        if (Long.compareUnsigned(backendBytes, bytes.length - 8) > 0) {
            return new Malformed(Reason.LENGTH_EXCEEDS_INPUT, 0);
        }
        final int countAt = 8 + (int) backendBytes;
        if (bytes.length - countAt < 8) {
            return new Malformed(Reason.TRUNCATED, countAt);
        }
        final long count = in.getLong(countAt);
        final int regionsAt = countAt + 8;
        if (Long.compareUnsigned(count, (bytes.length - regionsAt) / REGION_BYTES) > 0) {
            return new Malformed(Reason.COUNT_EXCEEDS_INPUT, countAt);
        }
        if (count > AgentDescription.MAX_REGIONS) {
            return new Malformed(Reason.TOO_MANY_REGIONS, countAt);
        }
        final int recordAt = regionsAt + (int) count * REGION_BYTES;
        final Malformed fault = recordFault(in, recordAt);
        return fault != null ? fault : build(in, countAt, recordAt);
    }

    /// What is wrong with fields 5 and 6, or `null`.
    private static Malformed recordFault(final ByteBuffer in, final int at) {
        final int left = in.limit() - at;
        if (left == 0) {
            return null;
        }
        if (left < 8) {
            return new Malformed(Reason.TRUNCATED, at);
        }
        final int order = Long.compareUnsigned(in.getLong(at), left - 8);
        if (order > 0) {
            return new Malformed(Reason.LENGTH_EXCEEDS_INPUT, at);
        }
        return order < 0
                ? new Malformed(Reason.TRAILING_BYTES, at + 8 + (int) in.getLong(at))
                : null;
    }

    private static DecodedDescription build(
            final ByteBuffer in, final int countAt, final int recordAt) {
        final int regionsAt = countAt + 8;
        final List<RegisteredRegion> regions = new ArrayList<>((recordAt - regionsAt) / 24);
        for (int at = regionsAt; at < recordAt; at += REGION_BYTES) {
            final long base = in.getLong(at);
            final long length = in.getLong(at + 8);
            final long chunk = in.getLong(at + 16);
            final Reason fault = RegisteredRegion.fault(base, length, chunk);
            if (fault != null) {
                return new Malformed(fault, at);
            }
            regions.add(new RegisteredRegion(base, length, chunk));
        }
        final int overlap = AgentDescription.firstOverlap(regions);
        if (overlap >= 0) {
            return new Malformed(Reason.REGIONS_OVERLAP, regionsAt + overlap * REGION_BYTES);
        }
        // A legacy input gains the 8 bytes of field 5 when it is written again.
        if (in.limit() == recordAt && recordAt + 8 > AgentDescription.MAX_BYTES) {
            return new Malformed(Reason.TOO_LARGE, 0);
        }
        final Blob backend = blob(in, 8, countAt);
        final Blob record =
                recordAt == in.limit() ? Blob.EMPTY : blob(in, recordAt + 8, in.limit());
        return new DecodedDescription.Value(new AgentDescription(backend, regions, record));
    }

    private static Blob blob(final ByteBuffer in, final int from, final int to) {
        final byte[] bytes = new byte[to - from];
        in.get(from, bytes);
        return Blob.of(bytes);
    }
}
