package dev.bounce.spec.tlc;

/// How often an action was taken.
///
/// @param distinct steps that led to a state not seen before
/// @param generated all steps; 0 = the action was never possible
public record ActionCount(long distinct, long generated) {
    /// The sum, for an action that TLC lists once per value of its parameter.
    ActionCount plus(final ActionCount other) {
        return new ActionCount(distinct + other.distinct, generated + other.generated);
    }
}
