/// Gathers and scatters: the port, its implementation for host memory, with the pool of threads
/// that moves all bytes of an agent there, and the one for a GPU, where one launch of a kernel
/// moves
/// the pieces of a chunk.
package dev.bounce.hw.copy;
