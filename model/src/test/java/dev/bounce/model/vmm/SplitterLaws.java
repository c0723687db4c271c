package dev.bounce.model.vmm;

import dev.bounce.model.MemoryKind;
import dev.bounce.model.agent.RegisteredRegion;
import dev.bounce.model.plan.DescriptorPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// Laws V1 to V5 of cut and joined pairs, each byte by byte and without the code under test. For
/// small worlds. A broken law throws an [AssertionError] that begins with its name.
final class SplitterLaws {
    private static final long UNKNOWN = -1;

    private final DescriptorPairs pairs;
    private final TransferSide source;
    private final TransferSide destination;

    SplitterLaws(
            final DescriptorPairs pairs,
            final TransferSide source,
            final TransferSide destination) {
        this.pairs = pairs;
        this.source = source;
        this.destination = destination;
    }

    /// Cuts and joins, and checks every law.
    void check() {
        final DescriptorPairs pieces = DescriptorSplitter.split(pairs, source, destination);
        checkPieces(pieces);
        require("V5", pieces.equals(DescriptorSplitter.split(pieces, source, destination)), pieces);
        final DescriptorPairs joined = DescriptorCoalescer.coalesce(pairs, source, destination);
        checkContainment("V4", joined);
        require("V4 bytes", Arrays.equals(bytes(pairs), bytes(joined)), joined);
        checkUnknown(pieces, joined);
        require(
                "V5 joined",
                joined.equals(DescriptorSplitter.split(joined, source, destination)),
                joined);
    }

    /// Checks V1 to V3 of pieces, wherever they come from.
    void checkPieces(final DescriptorPairs pieces) {
        checkTiling(pieces);
        checkContainment("V1", pieces);
        checkCount(pieces);
    }

    /// Number of pieces that the cuts of one pair leave at least: one for each maximal stretch
    /// within one chunk on both sides. Every address must be known or its side in host memory.
    long stretches(final int pair) {
        return 1 + edges(pair);
    }

    /// V2: the pieces of each pair are its bytes from front to back, and nothing else is there.
    private void checkTiling(final DescriptorPairs pieces) {
        int piece = 0;
        for (int pair = 0; pair < pairs.size(); pair++) {
            long done = 0;
            while (done < pairs.bytes()[pair]) {
                require(
                        "V2",
                        piece < pieces.size()
                                && pieces.source()[piece] == pairs.source()[pair] + done
                                && pieces.destination()[piece] == pairs.destination()[pair] + done,
                        pieces);
                done += pieces.bytes()[piece++];
            }
            require("V2", done == pairs.bytes()[pair], pieces);
        }
        require("V2", piece == pieces.size(), pieces);
    }

    /// V1: a piece that begins in a region ends in the same chunk of it, on each side.
    private void checkContainment(final String law, final DescriptorPairs pieces) {
        for (int piece = 0; piece < pieces.size(); piece++) {
            final long length = pieces.bytes()[piece];
            require(law, length > 0, pieces);
            require(law, isInOneChunk(source, pieces.source()[piece], length), pieces);
            require(law, isInOneChunk(destination, pieces.destination()[piece], length), pieces);
        }
    }

    private static boolean isInOneChunk(
            final TransferSide side, final long address, final long length) {
        final long first = chunk(side, address);
        return first == UNKNOWN || first == chunk(side, address + length - 1);
    }

    /// V3: no more pieces than edges crossed, and one.
    private void checkCount(final DescriptorPairs pieces) {
        long most = 0;
        for (int pair = 0; pair < pairs.size(); pair++) {
            most += pairs.bytes()[pair] == 0 ? 0 : 1 + edges(pair);
        }
        require("V3", pieces.size() <= most, pieces);
    }

    private long edges(final int pair) {
        long edges = 0;
        for (long done = 1; done < pairs.bytes()[pair]; done++) {
            if (isEdge(source, pairs.source()[pair] + done)
                    || isEdge(destination, pairs.destination()[pair] + done)) {
                edges++;
            }
        }
        return edges;
    }

    private static boolean isEdge(final TransferSide side, final long address) {
        return chunk(side, address - 1) != chunk(side, address);
    }

    /// What is unknown on a side is cut and not joined.
    private void checkUnknown(final DescriptorPairs pieces, final DescriptorPairs joined) {
        List<String> cut = null;
        for (int piece = 0; piece < joined.size(); piece++) {
            if (chunk(source, joined.source()[piece]) == UNKNOWN
                    || chunk(destination, joined.destination()[piece]) == UNKNOWN) {
                cut = cut == null ? texts(pieces) : cut;
                require("V4 unknown", cut.remove(text(joined, piece)), joined);
            }
        }
    }

    private static List<String> texts(final DescriptorPairs pieces) {
        final List<String> texts = new ArrayList<>();
        for (int piece = 0; piece < pieces.size(); piece++) {
            texts.add(text(pieces, piece));
        }
        return texts;
    }

    /// The number of the chunk of a byte among all of its side, [#UNKNOWN] if nothing limits a
    /// piece there.
    private static long chunk(final TransferSide side, final long address) {
        if (side.kind() != MemoryKind.CUDA) {
            return UNKNOWN;
        }
        for (int index = 0; index < side.regions().size(); index++) {
            final RegisteredRegion region = side.regions().region(index);
            final long offset = address - region.base();
            if (Long.compareUnsigned(offset, region.bytes()) < 0) {
                final long size = region.chunkBytes();
                return (long) index << 32 | (size == 0 ? 0 : Long.divideUnsigned(offset, size));
            }
        }
        return UNKNOWN;
    }

    /// Every (source, destination) byte, sorted; as distances from an origin that a small world is
    /// near to.
    private long[] bytes(final DescriptorPairs list) {
        final long[] bytes = new long[Math.toIntExact(list.totalBytes())];
        int size = 0;
        for (int pair = 0; pair < list.size(); pair++) {
            final long from = list.source()[pair] - pairs.source()[0];
            final long to = list.destination()[pair] - pairs.destination()[0];
            for (long done = 0; done < list.bytes()[pair]; done++) {
                bytes[size++] = from + done << 32 | to + done & 0xFFFF_FFFFL;
            }
        }
        Arrays.sort(bytes);
        return bytes;
    }

    private static String text(final DescriptorPairs pairs, final int index) {
        return pairs.source()[index]
                + ">"
                + pairs.destination()[index]
                + "+"
                + pairs.bytes()[index];
    }

    private void require(final String law, final boolean holds, final DescriptorPairs result) {
        if (!holds) {
            final StringBuilder message = new StringBuilder(law);
            message.append(" of ").append(source).append(" to ").append(destination).append(':');
            for (int pair = 0; pair < pairs.size(); pair++) {
                message.append(' ').append(text(pairs, pair));
            }
            message.append(" became");
            for (int piece = 0; piece < result.size(); piece++) {
                message.append(' ').append(text(result, piece));
            }
            throw new AssertionError(message);
        }
    }
}
