/// Values and pure functions of Bounce, without IO, clocks, threads or randomness.
package dev.bounce.model;
