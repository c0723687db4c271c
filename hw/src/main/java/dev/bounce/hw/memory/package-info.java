/// Where payload bytes live: the arena and the registered ranges, and the only way from an address
/// to the bytes behind it.
package dev.bounce.hw.memory;
