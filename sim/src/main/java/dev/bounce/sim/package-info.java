/// Placeholder.
package dev.bounce.sim;
