/// Engines with a planted bug, run by the whole simulator: every bug must be found. Needs a source
/// checkout, and is no part of what is shipped.
package dev.bounce.sim.mutant;
