package dev.bounce.hw.bench;

/// Who takes part in a benchmark at a time.
///
/// @param senders how many of the senders of the workload, at least 1
/// @param receivers how many of the receivers that those serve, at least 1
/// @param inFlight requests of a sender to a receiver that are under way at a time, at least 1
/// @param batch requests of each sender to each receiver in a round, at least `inFlight`
record BenchShape(int senders, int receivers, int inFlight, int batch) {}
