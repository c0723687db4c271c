/// Prefill and decode workers that serve requests over real engines: what drives the transport in
/// production, in virtual time and without memory.
package dev.bounce.sim.serving;
