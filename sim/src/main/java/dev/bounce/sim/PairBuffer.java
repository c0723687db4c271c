package dev.bounce.sim;

import dev.bounce.model.plan.DescriptorPairs;
import java.util.Arrays;
import java.util.EnumMap;

/// Collects pairs while a file is read.
final class PairBuffer {
    private static final int FIRST_CAPACITY = 1024;

    private final EnumMap<DescriptorColumn, long[]> columns = new EnumMap<>(DescriptorColumn.class);
    private int size;

    PairBuffer() {
        for (final DescriptorColumn column : DescriptorColumn.values()) {
            columns.put(column, new long[FIRST_CAPACITY]);
        }
    }

    /// Adds one pair.
    ///
    /// @param values a value for each required column at least
    /// @throws InputError naming a column that is missing
    void add(final EnumMap<DescriptorColumn, Long> values) throws InputError {
        for (final DescriptorColumn column : DescriptorColumn.values()) {
            if (column.isRequired() && !values.containsKey(column)) {
                throw new InputError(column.text() + " is missing");
            }
            long[] held = columns.get(column);
            if (size == held.length) {
                held = Arrays.copyOf(held, 2 * size);
                columns.put(column, held);
            }
            held[size] = values.getOrDefault(column, 0L);
        }
        size++;
    }

    /// All pairs.
    ///
    /// @throws InputError if there are none, one wraps, or two write one byte
    DescriptorPairs pairs() throws InputError {
        if (size == 0) {
            throw new InputError("holds no descriptor");
        }
        final DescriptorPairs pairs;
        try {
            pairs =
                    DescriptorPairs.of(
                            longs(DescriptorColumn.SOURCE),
                            longs(DescriptorColumn.DESTINATION),
                            longs(DescriptorColumn.LENGTH),
                            ints(DescriptorColumn.SOURCE_DEVICE),
                            ints(DescriptorColumn.DESTINATION_DEVICE));
        } catch (final IllegalArgumentException wrong) {
            throw new InputError(wrong.getMessage());
        }
        final DescriptorPairs.Overlap overlap = pairs.overlappingDestination();
        if (overlap != null) {
            throw new InputError(
                    "pair %d and pair %d both write 0x%x"
                            .formatted(overlap.first(), overlap.second(), overlap.address()));
        }
        return pairs;
    }

    private long[] longs(final DescriptorColumn column) {
        return Arrays.copyOf(columns.get(column), size);
    }

    private int[] ints(final DescriptorColumn column) {
        return Arrays.stream(columns.get(column), 0, size).mapToInt(Math::toIntExact).toArray();
    }
}
