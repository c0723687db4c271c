/// The properties of design section 3, one small class each, and the world's own account that they
/// judge engines by.
package dev.bounce.sim.check;
