/// Checks and measures the copies of a GPU where they will run: what `bounce doctor --self-test`
/// does on a machine that has neither sources nor a build.
package dev.bounce.hw.selftest;
