/// What an engine did, action by action, without a file format.
package dev.bounce.engine.trace;
