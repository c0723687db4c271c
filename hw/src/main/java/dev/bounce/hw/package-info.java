/// Placeholder.
package dev.bounce.hw;
