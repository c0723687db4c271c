/// Makes a run that violates a property as small as it can be.
package dev.bounce.sim.minimize;
