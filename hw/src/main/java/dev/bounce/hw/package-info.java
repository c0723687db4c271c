/// The agent that hosts the engine on real memory and real sockets: its API for applications and
/// the reactor behind it.
package dev.bounce.hw;
