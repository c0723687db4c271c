package dev.bounce.sim.check;

import dev.bounce.model.wire.Credit;

/// A credit as the receiver first sent it.
///
/// @param flow whom it was given to
/// @param credit what was given
public record Grant(FlowKey flow, Credit credit) {}
