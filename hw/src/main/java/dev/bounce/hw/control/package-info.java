/// How frames travel between agents: the port and its ZeroMQ implementation. A channel moves opaque
/// frames over routes; it knows nothing of the protocol.
package dev.bounce.hw.control;
