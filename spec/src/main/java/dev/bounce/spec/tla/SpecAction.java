package dev.bounce.spec.tla;

/// One action of a specification, as its list of steps names it.
///
/// @param name the operator
/// @param parameters what it is quantified over, `l \in Links`; empty if nothing
/// @param call the operator with its arguments, `Load(l)`
public record SpecAction(String name, String parameters, String call) {}
