package dev.bounce.model.wire;

/// One header with its body. The pair must agree: see [Body].
public record Message(Header header, Body body) {}
