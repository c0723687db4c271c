/// The simulator: runs seeds, reports what they violated. The world itself is in
/// [dev.bounce.sim.world], the properties in [dev.bounce.sim.check].
package dev.bounce.sim;
