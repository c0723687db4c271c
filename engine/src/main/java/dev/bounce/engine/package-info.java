/// The protocol state machine. [Engine#step] is its only mutator: events in, effects out.
package dev.bounce.engine;
