package dev.bounce.hw.ucx;

/// Lets the owner of one worker wait for it, and any thread end the wait.
public final class UcxWait implements AutoCloseable {
    private static final int MAX_TURNS = 100;
    private static final int MAX_MILLIS = 1_000;

    private final UcxLoop.Member member;
    private final EventPoll poll = new EventPoll();

    /// @param member waited for; closed after this
    /// @throws UcxException if the system has no descriptors left
    public UcxWait(final UcxLoop.Member member) {
        this.member = member;
        try {
            poll.add(member.eventFd(), 0);
        } catch (final UcxException full) {
            poll.close();
            throw full;
        }
    }

    /// Waits until there is something to do for the member, [#wakeUp] was called, or the time is
    /// over. Does what there is to do at once.
    public void await(final long timeoutNanos) {
        for (int turn = 0; !member.arm(); turn++) {
            if (member.progress() > 0 || turn == MAX_TURNS) {
                return;
            }
        }
        final long millis = timeoutNanos <= 0 ? 0 : (timeoutNanos - 1) / 1_000_000 + 1;
        poll.await((int) Math.min(millis, MAX_MILLIS), _ -> member.progress());
    }

    /// Ends the running or the next wait. Any thread.
    public void wakeUp() {
        poll.wakeUp();
    }

    @Override
    public void close() {
        poll.close();
    }
}
