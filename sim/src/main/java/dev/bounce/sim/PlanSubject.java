package dev.bounce.sim;

import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.workload.RankPair;
import dev.bounce.model.workload.Workload;

/// What is planned.
sealed interface PlanSubject {
    /// The descriptors.
    DescriptorPairs pairs();

    /// One transfer of a workload.
    record OfWorkload(Workload workload, RankPair ranks, DescriptorPairs pairs)
            implements PlanSubject {}

    /// The content of a file.
    record OfFile(String file, DescriptorPairs pairs) implements PlanSubject {}
}
