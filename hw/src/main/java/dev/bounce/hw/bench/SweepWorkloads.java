package dev.bounce.hw.bench;

import dev.bounce.model.config.ByteSize;
import dev.bounce.model.workload.ModelShape;
import dev.bounce.model.workload.Parallelism;
import dev.bounce.model.workload.Workload;
import java.util.Locale;
import java.util.Optional;

/// Workloads of one descriptor size and one total, in the layout of a KV cache: blocks of up to 64
/// descriptors, which lie side by side at the receiver and twice as far apart at the sender; blocks
/// in the order of a permutation at either side.
final class SweepWorkloads {
    private static final String PREFIX = "sweep/";
    private static final int MOST_LAYERS = 32;
    private static final int PLANES = 2;

    private SweepWorkloads() {}

    /// Its name, for other processes and for reports.
    static String name(final long descriptorBytes, final long totalBytes) {
        return String.format(Locale.ROOT, "%s%d/%d", PREFIX, descriptorBytes, totalBytes);
    }

    /// The workload of such a name; none if it is another name.
    ///
    /// @throws IllegalArgumentException if there is no such workload
    static Optional<Workload> named(final String name) {
        final String[] parts = name.split("/");
        if (!name.startsWith(PREFIX) || parts.length != 3) {
            return Optional.empty();
        }
        try {
            return Optional.of(of(Long.parseLong(parts[1]), Long.parseLong(parts[2])));
        } catch (final NumberFormatException | ArithmeticException malformed) {
            return Optional.empty();
        }
    }

    /// @throws IllegalArgumentException if the total is no multiple of two descriptors, or not of a
    ///     block of them
    static Workload of(final long descriptorBytes, final long totalBytes) {
        final long descriptors = totalBytes / descriptorBytes;
        final int layers = (int) Math.min(MOST_LAYERS, descriptors / PLANES);
        if (layers < 1 || totalBytes % (descriptorBytes * layers * PLANES) != 0) {
            throw new IllegalArgumentException(
                    "%s is no multiple of blocks of descriptors of %s"
                            .formatted(
                                    ByteSize.format(totalBytes), ByteSize.format(descriptorBytes)));
        }
        final int blocks = Math.toIntExact(descriptors / ((long) layers * PLANES));
        final ModelShape shape =
                new ModelShape("sweep", layers, 2, Math.toIntExact(descriptorBytes), PLANES, 1);
        return new Workload(
                name(descriptorBytes, totalBytes),
                shape,
                blocks,
                1,
                Parallelism.tensor(1),
                Parallelism.tensor(2),
                1);
    }
}
