package dev.bounce.hw.selftest;

/// What became of one check.
///
/// @param name what was checked
/// @param fault what is wrong, in one line; `null` if nothing is
/// @param micros how long it took
record Check(String name, String fault, long micros) {

    /// Something that is checked.
    @FunctionalInterface
    interface Body {
        /// @throws Mismatch naming what is wrong
        void run() throws Mismatch;
    }

    /// What was found is not what must be.
    static final class Mismatch extends Exception {
        private static final long serialVersionUID = 1L;

        Mismatch(final String message) {
            super(message);
        }
    }

    /// Runs one check. Whatever it throws is its fault.
    static Check of(final String name, final Body body) {
        final long start = System.nanoTime();
        String fault = null;
        try {
            body.run();
        } catch (final Mismatch wrong) {
            fault = wrong.getMessage();
        } catch (final RuntimeException | LinkageError broken) {
            fault = broken.toString();
        }
        return new Check(name, fault, (System.nanoTime() - start) / 1_000);
    }
}
