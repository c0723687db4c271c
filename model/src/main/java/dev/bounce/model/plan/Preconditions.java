package dev.bounce.model.plan;

import dev.bounce.model.plan.Eligibility.Admitted;
import dev.bounce.model.plan.Eligibility.Refused;

/// What the planner asks of a transfer, each as the answer the gate gives.
final class Preconditions {
    private Preconditions() {}

    /// Source and destination are on one device each.
    static Eligibility ofDevices(final DescriptorPairs pairs) {
        final int source = pairs.sourceDeviceMismatch();
        if (source >= 0) {
            return severalDevices(pairs.sourceDevice(), source);
        }
        final int destination = pairs.destinationDeviceMismatch();
        if (destination >= 0) {
            return severalDevices(pairs.destinationDevice(), destination);
        }
        return new Admitted();
    }

    /// What must hold before packing may start: one device each, and every pair fits a chunk.
    static Eligibility ofPairs(final DescriptorPairs pairs, final PlanLimits limits) {
        final Eligibility devices = ofDevices(pairs);
        final int tooLong = pairs.firstLongerThan(limits.maxPayloadBytes());
        if (devices instanceof Refused || tooLong < 0) {
            return devices;
        }
        return new Refused(
                Ineligibility.DESCRIPTOR_EXCEEDS_CHUNK,
                tooLong,
                pairs.bytes()[tooLong],
                limits.maxPayloadBytes());
    }

    /// @throws IllegalArgumentException with the refusal, if it is one
    static void require(final Eligibility eligibility) {
        if (eligibility instanceof Refused refused) {
            throw new IllegalArgumentException(refused.message());
        }
    }

    /// A WANT may name that many chunks.
    static Eligibility ofChunks(final long chunks, final PlanLimits limits) {
        return chunks <= limits.maxChunks()
                ? new Admitted()
                : new Refused(Ineligibility.TOO_MANY_CHUNKS, -1, chunks, limits.maxChunks());
    }

    /// An upper bound of the number of chunks from number and size of the pairs alone.
    ///
    /// A chunk is closed because the next pair would pass its limit, which is never below the first
    /// one: so each such chunk and its successor hold more than the first limit, padding included.
    /// Or it is closed because it has as many pieces as it may. Or it is the last.
    static long mostChunks(final DescriptorPairs pairs, final PlanLimits limits) {
        final long padding = (Packing.ALIGNMENT - 1L) * pairs.nonEmptyCount();
        final long bytes = Math.min(pairs.totalBytes(), Long.MAX_VALUE - padding) + padding;
        final long smallest =
                Math.min(limits.rampBytes(), limits.maxRegionBytes()) - SealKey.OVERHEAD_BYTES;
        final long closedBySize = Math.min(bytes / smallest, Long.MAX_VALUE / 4) * 2 + 2;
        return closedBySize + pairs.nonEmptyCount() / limits.maxPieces() + 1;
    }

    private static Refused severalDevices(final int[] device, final int index) {
        return new Refused(Ineligibility.SEVERAL_DEVICES, index, device[index], device[0]);
    }
}
