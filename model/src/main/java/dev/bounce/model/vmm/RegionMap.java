package dev.bounce.model.vmm;

import dev.bounce.model.agent.RegisteredRegion;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/// Registered regions of one address space, in unsigned order of their bases; no two share a byte.
/// Immutable, so a transfer goes on seeing the map it began with.
///
/// A look-up answers "unknown" apart from "known, one plain allocation": two unknown addresses may
/// lie in different registrations.
public final class RegionMap {
    /// No region: every address is unknown.
    public static final RegionMap EMPTY = new RegionMap(new RegisteredRegion[0]);

    private final RegisteredRegion[] regions;
    private final long[] base;
    private final long[] bytes;

    private RegionMap(final RegisteredRegion[] sorted) {
        regions = sorted;
        base = new long[sorted.length];
        bytes = new long[sorted.length];
        for (int index = 0; index < sorted.length; index++) {
            base[index] = sorted[index].base();
            bytes[index] = sorted[index].bytes();
        }
    }

    /// A map of these regions, which may come in any order.
    ///
    /// @throws IllegalArgumentException naming two of them if they share a byte
    public static RegionMap of(final List<RegisteredRegion> regions) {
        if (regions.isEmpty()) {
            return EMPTY;
        }
        final RegisteredRegion[] sorted = regions.toArray(RegisteredRegion[]::new);
        Arrays.sort(sorted, Comparator.comparing(RegisteredRegion::base, Long::compareUnsigned));
        for (int index = 1; index < sorted.length; index++) {
            if (sorted[index - 1].contains(sorted[index].base())) {
                throw new IllegalArgumentException(
                        String.format(
                                Locale.ROOT,
                                "region at 0x%x overlaps the one at 0x%x",
                                sorted[index].base(),
                                sorted[index - 1].base()));
            }
        }
        return new RegionMap(sorted);
    }

    /// A map of these regions.
    ///
    /// @throws IllegalArgumentException as the other one
    public static RegionMap of(final RegisteredRegion... regions) {
        return of(List.of(regions));
    }

    /// Number of regions.
    public int size() {
        return regions.length;
    }

    /// One of them.
    ///
    /// @param index 0-based, in the order of bases
    public RegisteredRegion region(final int index) {
        return regions[index];
    }

    /// All of them, in the order of bases.
    public List<RegisteredRegion> regions() {
        return List.of(regions);
    }

    /// Index of the region that holds `address`, -1 if it is unknown. The first byte behind a
    /// region is not part of it.
    public int indexOf(final long address) {
        int low = 0;
        int high = base.length;
        while (low < high) {
            final int middle = low + high >>> 1;
            if (Long.compareUnsigned(base[middle], address) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        final int floor = low - 1;
        // A difference cannot wrap here; the end of a region could.
        return floor >= 0 && Long.compareUnsigned(address - base[floor], bytes[floor]) < 0
                ? floor
                : -1;
    }

    /// The region that holds `address`, `null` if it is unknown.
    public RegisteredRegion find(final long address) {
        final int index = indexOf(address);
        return index < 0 ? null : regions[index];
    }

    /// Whether every byte of `[address, address + length)` is known; the range may run through
    /// regions that abut. No bytes are nowhere.
    ///
    /// @param length unsigned; `address + length` does not wrap
    public boolean covers(final long address, final long length) {
        if (length == 0) {
            return false;
        }
        long at = address;
        long left = length;
        int index = indexOf(at);
        while (index >= 0) {
            final long inside = bytes[index] - (at - base[index]);
            if (Long.compareUnsigned(left, inside) <= 0) {
                return true;
            }
            at += inside;
            left -= inside;
            index = index + 1 < base.length && base[index + 1] == at ? index + 1 : -1;
        }
        return false;
    }

    /// Lowest index whose range has a byte that is not known, -1 if there is none. Ranges without
    /// bytes pass. Costs a look-up only where a range is in another region than the one before.
    ///
    /// @param address first byte of each range
    /// @param length of each range, `[0, 2^63)`; no end wraps
    public int firstOutside(final long[] address, final long[] length) {
        long start = 0;
        long known = 0;
        for (int index = 0; index < length.length; index++) {
            final long offset = address[index] - start;
            if (Long.compareUnsigned(offset, known) < 0
                    && Long.compareUnsigned(length[index], known - offset) <= 0) {
                continue;
            }
            if (length[index] != 0) {
                if (!covers(address[index], length[index])) {
                    return index;
                }
                final int region = indexOf(address[index]);
                start = base[region];
                known = bytes[region];
            }
        }
        return -1;
    }

    /// Index of a region that shares a byte with `[address, address + length)`, -1 if none does.
    ///
    /// @param length unsigned, at least 1; `address + length` does not wrap
    public int firstOverlapping(final long address, final long length) {
        for (int index = 0; index < base.length; index++) {
            if (regions[index].overlaps(address, length)) {
                return index;
            }
        }
        return -1;
    }

    @Override
    public boolean equals(final Object other) {
        return other instanceof RegionMap map && Arrays.equals(regions, map.regions);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(regions);
    }

    @Override
    public String toString() {
        return "RegionMap" + Arrays.toString(regions);
    }
}
