package dev.bounce.model.workload;

/// The one rule for counts.
final class Counts {
    private Counts() {}

    static void require(final String name, final long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " " + value + " is below 1");
        }
    }
}
