/// Allocation of arena space.
package dev.bounce.model.arena;
