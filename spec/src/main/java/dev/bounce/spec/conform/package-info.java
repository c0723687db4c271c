/// Conformance: are runs of engines behaviours of the specification, and the other way round.
package dev.bounce.spec.conform;
