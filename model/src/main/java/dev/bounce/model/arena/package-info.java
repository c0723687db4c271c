/// Allocation of arena space: power-of-two blocks of a range of bytes.
package dev.bounce.model.arena;
