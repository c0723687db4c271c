/// Trace files: what engines did, step by step, as JSON lines. The same format for simulated agents
/// and for recordings of real ones.
package dev.bounce.spec.trace;
