/// Measures whole transfers between agents of this process and verifies every byte of them.
package dev.bounce.hw.bench;
