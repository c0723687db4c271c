/// The deterministic world around engines: virtual time, network, memory, data plane, copies,
/// applications, and the faults of all of them. One thread, one queue, one seed.
package dev.bounce.sim.world;
