/// Placeholder.
package dev.bounce.spec;
