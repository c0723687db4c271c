package dev.bounce.spec.check;

/// How the machine is shared out among runs of TLC.
///
/// @param runs how many run at a time
/// @param workers of each
/// @param heapPercent most memory of each, in percent of the machine's
record Machine(int runs, int workers, int heapPercent) {
    private static final int RUNS_MAX = 16;
    private static final int HEAP_PERCENT = 60;

    /// For several models: one worker each, as many at a time as there are processors.
    static Machine forMany() {
        final int runs = Math.min(processors(), RUNS_MAX);
        return new Machine(runs, 1, Math.max(1, HEAP_PERCENT / runs));
    }

    /// For one model: all of it.
    static Machine forOne() {
        return new Machine(1, processors(), HEAP_PERCENT);
    }

    /// The same with another number of workers per run.
    Machine withWorkers(final int count) {
        return new Machine(runs, count, heapPercent);
    }

    private static int processors() {
        return Runtime.getRuntime().availableProcessors();
    }
}
