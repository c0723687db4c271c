package dev.bounce.model.agent;

import dev.bounce.model.wire.Blob;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// What the application carries from one agent to another so that they can speak (design 2.6).
/// Layout: [DescriptionCodec].
///
/// @param backend opaque bytes of the transfer back end, passed on verbatim
/// @param regions every registered range, in any order; no two share a byte; at most 65,536
/// @param capabilityRecord the bytes of a [Capability], kept as they came; empty = not offered
public record AgentDescription(
        Blob backend, List<RegisteredRegion> regions, Blob capabilityRecord) {
    /// Most regions of one description.
    public static final int MAX_REGIONS = 65_536;

    /// Most bytes of one encoded description: 64 MiB.
    public static final int MAX_BYTES = 64 << 20;

    /// Copies the list.
    ///
    /// @throws IllegalArgumentException if there are too many regions, two of them share a byte, or
    ///     the whole is larger than [#MAX_BYTES]
    public AgentDescription {
        regions = List.copyOf(regions);
        if (regions.size() > MAX_REGIONS) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "%d regions, at most %d fit",
                            regions.size(),
                            MAX_REGIONS));
        }
        final int overlap = firstOverlap(regions);
        if (overlap >= 0) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "region %d at 0x%x overlaps another",
                            overlap,
                            regions.get(overlap).base()));
        }
        final long bytes = DescriptionCodec.encodedBytes(backend, regions.size(), capabilityRecord);
        if (bytes > MAX_BYTES) {
            throw new IllegalArgumentException(
                    String.format(
                            Locale.ROOT,
                            "description has %d bytes, at most %d fit",
                            bytes,
                            MAX_BYTES));
        }
    }

    /// A description that offers coalesced transfers.
    ///
    /// @throws IllegalArgumentException if `capability` does not have one entry per region, each
    ///     with a key per chunk or none, and as the constructor does
    public static AgentDescription of(
            final Blob backend, final List<RegisteredRegion> regions, final Capability capability) {
        if (!capability.fits(regions)) {
            throw new IllegalArgumentException(
                    "capability of "
                            + Text.quoted(capability.name())
                            + " does not speak of exactly the "
                            + regions.size()
                            + " regions described");
        }
        return new AgentDescription(backend, regions, Blob.of(CapabilityCodec.encode(capability)));
    }

    /// Reads a description. Never throws; what it allocates is bounded by the length of `bytes`,
    /// and next to nothing if the lengths in it do not add up.
    public static DecodedDescription decode(final byte[] bytes) {
        return DescriptionCodec.decode(bytes);
    }

    /// The bytes that [#decode] reads back to an equal description. The caller owns them.
    public byte[] toBytes() {
        return DescriptionCodec.encode(this);
    }

    /// What the capability record says, read anew at each call. Its absence, whatever the reason,
    /// leaves the rest of the description valid.
    public CapabilityOffer capability() {
        final CapabilityOffer offer = CapabilityCodec.decode(capabilityRecord);
        return offer instanceof Capability capability && !capability.fits(regions)
                ? new CapabilityAbsent(CapabilityAbsent.Reason.REGIONS_DIFFER, 0)
                : offer;
    }

    /// Index of a region that shares a byte with another one, or -1.
    static int firstOverlap(final List<RegisteredRegion> regions) {
        final RegisteredRegion[] sorted = regions.toArray(RegisteredRegion[]::new);
        Arrays.sort(sorted, Comparator.comparing(RegisteredRegion::base, Long::compareUnsigned));
        for (int index = 1; index < sorted.length; index++) {
            if (Long.compareUnsigned(sorted[index].base(), sorted[index - 1].end()) < 0) {
                return regions.lastIndexOf(sorted[index]);
            }
        }
        return -1;
    }
}
