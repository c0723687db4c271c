package dev.bounce.model.plan;

import dev.bounce.model.config.GateConfig;

/// Whether a transfer is coalesced. A pure function of its arguments; the planner's own
/// preconditions are a part of it, so what is admitted here [TransferPlan#of] never refuses.
public sealed interface Eligibility {

    /// The transfer is coalesced.
    record Admitted() implements Eligibility {}

    /// The transfer goes pair by pair.
    ///
    /// @param reason why
    /// @param index lowest pair at fault, -1 if the list as a whole is
    /// @param value what was found, 0 where the reason has no number
    /// @param limit what `value` was compared with: the bound it breaks, or the device of pair 0
    record Refused(Ineligibility reason, long index, long value, long limit)
            implements Eligibility {

        /// The reason with its numbers, in one line.
        public String message() {
            return reason
                    + switch (reason) {
                        case DISABLED, PEER_NOT_CAPABLE, LINK_NOT_READY, MEMORY_KINDS_DIFFER -> "";
                        case SEVERAL_DEVICES ->
                                ": pair " + index + " is on device " + value + ", not " + limit;
                        case DESCRIPTOR_EXCEEDS_CHUNK ->
                                ": pair " + index + " has " + value + " bytes, most is " + limit;
                        case TOO_FEW_DESCRIPTORS -> ": " + value + ", least is " + limit;
                        case DESCRIPTORS_TOO_LARGE ->
                                ": " + value + " bytes on average, most is " + limit;
                        case TOO_MANY_CHUNKS -> ": " + value + ", most is " + limit;
                    };
        }
    }

    /// Every condition, in the order of [Ineligibility]; the first that fails is the answer.
    /// Thresholds are of non-empty pairs, and the average is rounded down. Costs a pass over the
    /// pairs only when a pair is too long, or when number and size of the pairs leave the number of
    /// chunks in doubt.
    static Eligibility of(
            final DescriptorPairs pairs,
            final GateConfig gate,
            final PlanLimits limits,
            final GateContext context) {
        final Eligibility link = ofContext(context);
        if (link instanceof Refused) {
            return link;
        }
        final Eligibility devices = Preconditions.ofDevices(pairs);
        if (devices instanceof Refused) {
            return devices;
        }
        final int count = pairs.nonEmptyCount();
        if (count < gate.minDescriptors()) {
            return new Refused(Ineligibility.TOO_FEW_DESCRIPTORS, -1, count, gate.minDescriptors());
        }
        final long average = count == 0 ? 0 : pairs.totalBytes() / count;
        if (average > gate.maxAverageBytes()) {
            return new Refused(
                    Ineligibility.DESCRIPTORS_TOO_LARGE, -1, average, gate.maxAverageBytes());
        }
        return ofPlan(pairs, limits);
    }

    /// The planner's preconditions alone, for callers that plan without a link: one device on each
    /// side, every pair fits a chunk, no more chunks than allowed.
    public static Eligibility ofPlan(final DescriptorPairs pairs, final PlanLimits limits) {
        final Eligibility pieces = Preconditions.ofPairs(pairs, limits);
        if (pieces instanceof Refused
                || Preconditions.mostChunks(pairs, limits) <= limits.maxChunks()) {
            return pieces;
        }
        return Preconditions.ofChunks(new Packing(pairs, limits).finish(), limits);
    }

    private static Eligibility ofContext(final GateContext context) {
        if (!context.enabled()) {
            return new Refused(Ineligibility.DISABLED, -1, 0, 0);
        }
        if (!context.peerCapable()) {
            return new Refused(Ineligibility.PEER_NOT_CAPABLE, -1, 0, 0);
        }
        if (!context.linkReady()) {
            return new Refused(Ineligibility.LINK_NOT_READY, -1, 0, 0);
        }
        if (context.sourceKind() != context.destinationKind()) {
            return new Refused(Ineligibility.MEMORY_KINDS_DIFFER, -1, 0, 0);
        }
        return new Admitted();
    }
}
