/// Descriptors, the gate that admits them, and the plan that cuts them into chunks.
///
/// A sender makes [dev.bounce.model.plan.DescriptorPairs], asks
/// [dev.bounce.model.plan.Eligibility], and plans what is admitted as a
/// [dev.bounce.model.plan.TransferPlan]; [dev.bounce.model.plan.Transfer#of] does all of it. A
/// receiver checks the runs that come with a DATA with [dev.bounce.model.plan.RunBounds] against
/// its [dev.bounce.model.plan.MemoryRanges] before it scatters.
package dev.bounce.model.plan;
