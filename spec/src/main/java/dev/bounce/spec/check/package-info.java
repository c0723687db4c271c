/// What the folder `spec/` promises (state counts, actions that are taken, bugs that are found),
/// and whether a run of TLC keeps it.
package dev.bounce.spec.check;
