package dev.bounce.engine;

/// One chunk of one request.
record ChunkRef(Request request, int chunk) {}
