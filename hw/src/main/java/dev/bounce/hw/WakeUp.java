package dev.bounce.hw;

import dev.bounce.hw.control.ControlChannel;

/// Ends the wait of the reactor when something happens elsewhere; costs next to nothing while it
/// does not wait.
///
/// The reactor announces its wait, looks once more for work, and only then waits. Whoever has work
/// for it makes the work visible first and signals then: either the reactor still sees the work, or
/// the signal sees the announcement.
final class WakeUp {
    private volatile ControlChannel channel;
    private volatile boolean announced;
    private volatile boolean expected;

    /// The channel whose wait is ended. Reactor only.
    void attach(final ControlChannel waitingOn) {
        channel = waitingOn;
    }

    /// Reactor only, before the last look.
    void announce() {
        announced = true;
    }

    /// Reactor only, when it does not wait any more.
    void withdraw() {
        announced = false;
    }

    /// Any thread.
    void signal() {
        if (announced) {
            announced = false;
            channel.wakeUp();
        }
    }

    /// A transfer is about to be submitted: who serves it may wake up while it is planned. Any
    /// thread.
    void expect() {
        expected = true;
        signal();
    }

    /// Whether a transfer is about to be submitted; forgets it. Reactor only.
    boolean takeExpected() {
        if (!expected) {
            return false;
        }
        expected = false;
        return true;
    }
}
