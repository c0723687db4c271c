package dev.bounce.hw.memory;

/// Counts the users of something that is going to be taken away: once it is closed nobody enters
/// any more, and what waits for quiet runs when the last user has left. Any thread.
public final class UseGate {
    private int users;
    private boolean closed;
    private Runnable whenQuiet;

    /// Starts one use, unless the gate is closed. Each successful call needs one [#leave].
    public synchronized boolean enter() {
        if (closed) {
            return false;
        }
        users++;
        return true;
    }

    /// Ends one use.
    public void leave() {
        final Runnable due;
        synchronized (this) {
            users--;
            due = takeDue();
        }
        if (due != null) {
            due.run();
        }
    }

    /// Lets nobody in any more, and runs `action` as soon as nobody is in: on this thread or on the
    /// one that leaves last. Must not block. Only the first call has an effect.
    ///
    /// @return whether this was the first call
    public boolean close(final Runnable action) {
        final Runnable due;
        synchronized (this) {
            if (closed) {
                return false;
            }
            closed = true;
            whenQuiet = action;
            due = takeDue();
        }
        if (due != null) {
            due.run();
        }
        return true;
    }

    /// Whether [#close] was called.
    public synchronized boolean isClosed() {
        return closed;
    }

    private Runnable takeDue() {
        if (users != 0) {
            return null;
        }
        final Runnable due = whenQuiet;
        whenQuiet = null;
        return due;
    }
}
