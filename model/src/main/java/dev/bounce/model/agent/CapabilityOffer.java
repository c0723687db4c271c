package dev.bounce.model.agent;

/// What a description says about coalesced transfers. Whoever is not offered them is served on the
/// direct path, with the reason counted.
public sealed interface CapabilityOffer permits Capability, CapabilityAbsent {}
