package dev.bounce.hw;

import dev.bounce.engine.Refusal;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;

/// Carries commands to the reactor in order. Transfers are bounded; everything else is rare and is
/// always taken, since refusing a cancel or a close would help nobody.
final class CommandQueue {
    private final int capacity;
    private final WakeUp wakeUp;
    private final Queue<Command> commands = new ConcurrentLinkedQueue<>();
    private final AtomicInteger submits = new AtomicInteger();
    private final AtomicLongArray refused = new AtomicLongArray(Refusal.values().length);

    /// @param capacity most transfers that wait
    CommandQueue(final int capacity, final WakeUp wakeUp) {
        this.capacity = capacity;
        this.wakeUp = wakeUp;
    }

    /// Any thread.
    ///
    /// @return false, and nothing is queued, if as many transfers wait as may
    boolean offer(final Command.Submit submit) {
        if (submits.incrementAndGet() > capacity) {
            submits.decrementAndGet();
            countRefused(Refusal.BUSY);
            return false;
        }
        add(submit);
        return true;
    }

    /// Any thread.
    void add(final Command command) {
        commands.add(command);
        wakeUp.signal();
    }

    /// A transfer does not come here. Any thread.
    void countRefused(final Refusal reason) {
        refused.incrementAndGet(reason.ordinal());
    }

    /// How many transfers did not come here. Any thread.
    long refusedCount(final Refusal reason) {
        return refused.get(reason.ordinal());
    }

    /// The next command, or `null`. Any thread, but each command goes to one.
    Command poll() {
        final Command command = commands.poll();
        if (command instanceof Command.Submit) {
            submits.decrementAndGet();
        }
        return command;
    }
}
