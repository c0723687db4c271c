package dev.bounce.model.vmm;

import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.List;

/// Short forms for lists of pairs and maps of regions.
final class Cuts {
    static final long KIB = 1 << 10;
    static final long MIB = 1 << 20;
    static final long HALF = 512 * KIB;

    private Cuts() {}

    /// A map of (base, bytes, chunk bytes) triples.
    static RegionMap map(final long... words) {
        final List<RegisteredRegion> regions = new ArrayList<>();
        for (int at = 0; at < words.length; at += 3) {
            regions.add(new RegisteredRegion(words[at], words[at + 1], words[at + 2]));
        }
        return RegionMap.of(regions);
    }

    /// Pairs of (source, destination, bytes) triples, all on device 0.
    static DescriptorPairs pairs(final long... words) {
        return pairsOn(new int[] {0}, new int[] {0}, words);
    }

    static DescriptorPairs pairsOn(
            final int[] sourceDevice, final int[] destinationDevice, final long... words) {
        final int size = words.length / 3;
        final long[] source = new long[size];
        final long[] destination = new long[size];
        final long[] bytes = new long[size];
        for (int index = 0; index < size; index++) {
            source[index] = words[3 * index];
            destination[index] = words[3 * index + 1];
            bytes[index] = words[3 * index + 2];
        }
        return DescriptorPairs.of(source, destination, bytes, sourceDevice, destinationDevice);
    }

    /// Cuts between device memory on both sides.
    static DescriptorPairs split(
            final RegionMap source, final RegionMap destination, final long... words) {
        return DescriptorSplitter.split(
                pairs(words), TransferSide.device(source), TransferSide.device(destination));
    }

    /// Cuts and joins between device memory on both sides.
    static DescriptorPairs coalesce(
            final RegionMap source, final RegionMap destination, final long... words) {
        return DescriptorCoalescer.coalesce(
                pairs(words), TransferSide.device(source), TransferSide.device(destination));
    }
}
