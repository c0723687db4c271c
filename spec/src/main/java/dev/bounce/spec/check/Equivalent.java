package dev.bounce.spec.check;

/// A planted bug that changes nothing that a property sees, because another rule covers it.
///
/// @param name of the planted bug
/// @param coveredBy the rule that makes it harmless
/// @param pair the planted bug that takes both away, which must be found; `-` if the bug is
///     harmless by itself
/// @param model in which it must survive
record Equivalent(String name, String coveredBy, String pair, String model) {}
