/// Gathers and scatters: the port and its implementation for host memory, with the pool of threads
/// that moves all bytes of an agent.
package dev.bounce.hw.copy;
