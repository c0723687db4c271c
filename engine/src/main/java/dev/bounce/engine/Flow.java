package dev.bounce.engine;

/// One request as its receiver sees it.
final class Flow {}
