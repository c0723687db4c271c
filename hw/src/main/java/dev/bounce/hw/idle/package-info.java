/// How threads pass the time while they have nothing to do.
package dev.bounce.hw.idle;
