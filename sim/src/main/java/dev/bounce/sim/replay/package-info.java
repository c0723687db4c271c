/// Traces of simulated worlds: written, run again, compared, and shown.
package dev.bounce.sim.replay;
