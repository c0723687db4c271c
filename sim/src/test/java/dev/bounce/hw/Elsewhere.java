package dev.bounce.hw;

/// A type of a module that this one must not see; the module direction test refuses its users.
public final class Elsewhere {}
