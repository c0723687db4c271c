/// Runs the model checker TLC, each time in a JVM of its own, and reads what it prints.
package dev.bounce.spec.tlc;
