package dev.bounce.sim.world;

import dev.bounce.model.kv.KvSizing;
import dev.bounce.model.kv.SlotLayout;
import dev.bounce.model.plan.DescriptorPairs;
import dev.bounce.model.plan.PlanLimits;
import dev.bounce.model.vmm.TransferSide;

/// The size of a prefill worker, and where its blocks lie.
///
/// @param agent that it is the application of
/// @param from its blocks
/// @param source its regions
/// @param limits of a transfer from it to the decode worker
/// @param evidence a pair of blocks that belong to no request
record ServingOrigin(
        int agent,
        KvSizing sizing,
        SlotLayout from,
        TransferSide source,
        PlanLimits limits,
        DescriptorPairs evidence) {}
