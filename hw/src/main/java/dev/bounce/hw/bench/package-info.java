/// Measures whole transfers between agents, in one process or several, and verifies every byte of
/// them.
package dev.bounce.hw.bench;
