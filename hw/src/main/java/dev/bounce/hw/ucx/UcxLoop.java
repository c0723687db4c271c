package dev.bounce.hw.ucx;

import dev.bounce.hw.idle.SpinBudget;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread that serves the UCX workers of one plane. The reactor cannot do it, because nothing
/// waits for UCX and for JeroMQ at once, and because placing bytes must not delay an ACK.
///
/// A worker with something to do is polled each turn. One that had nothing for a while is *parked*:
/// armed, and not looked at until its event descriptor is readable. When all are parked the thread
/// blocks; so an idle agent costs nothing, and a peer on the same CPU is not starved.
public final class UcxLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(UcxLoop.class);
    private static final int IDLE_TURNS = 20;
    private static final int TURNS_PER_LOOK = 64;
    private static final long TICK_NANOS = TimeUnit.MILLISECONDS.toNanos(20);
    private static final int MAX_WAIT_MILLIS = 1_000;
    private static final int HURRIED_WAIT_MILLIS = 50;
    private static final long CLOSE_MILLIS = 5_000;
    private static final long FIRST_PAUSE_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long MAX_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    /// What is served. All methods on the thread of the loop.
    public interface Member {
        /// Readable when there is something to do, once it is armed.
        int eventFd();

        /// Does what there is to do, without waiting.
        ///
        /// @return 0 if there was nothing
        int progress();

        /// Asks for the next event to be shown by the descriptor.
        ///
        /// @return false if there is something to do already
        boolean arm();
    }

    private static final class Seat {
        final long tag;
        final Member member;
        boolean parked;
        int idleTurns;
        long spinUntilNanos = System.nanoTime();

        Seat(final long tag, final Member member) {
            this.tag = tag;
            this.member = member;
        }
    }

    private final EventPoll poll = new EventPoll();
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Map<Member, Seat> seats = new HashMap<>();
    private final Map<Long, Seat> byTag = new HashMap<>();
    private final List<Seat> hot = new ArrayList<>();
    private final List<Seat> served = new ArrayList<>();
    private final List<Runnable> ticks = new ArrayList<>();
    private final LongConsumer readable = this::readable;
    private final long spinNanos = SpinBudget.nanos();
    private long nextTag;
    private long nextTickNanos;
    private int turnsSinceLook;
    private long hurriedUntilNanos = System.nanoTime();
    private long awakeUntilNanos = hurriedUntilNanos;
    private volatile boolean expected;
    private volatile boolean blocking;
    private volatile boolean stopping;

    /// @param name of the thread
    public UcxLoop(final String name) {
        try {
            thread = Thread.ofPlatform().daemon().name(name).start(this::serve);
        } catch (final Error full) { // as without room for another thread
            poll.close();
            throw full;
        }
    }

    /// Runs a task on the thread of the loop, in order. Any thread. Dropped once closed.
    public void run(final Runnable task) {
        tasks.add(task);
        wake();
    }

    /// Tasks are about to come: the thread stays awake for the [SpinBudget]. Any thread.
    public void expect() {
        expected = true;
        wake();
    }

    private void wake() {
        if (blocking) {
            blocking = false;
            poll.wakeUp();
        }
    }

    /// Whether this is the thread of the loop.
    public boolean isOwner() {
        return Thread.currentThread() == thread;
    }

    /// Serves a member from now on. Loop only.
    public void add(final Member member) {
        final Seat seat = new Seat(nextTag++, member);
        seats.put(member, seat);
        byTag.put(seat.tag, seat);
        hot.add(seat);
        poll.add(member.eventFd(), seat.tag);
    }

    /// Serves it no more; before its descriptor is closed. Loop only.
    public void remove(final Member member) {
        final Seat seat = seats.remove(member);
        if (seat != null) {
            byTag.remove(seat.tag);
            hot.remove(seat);
            poll.remove(member.eventFd());
        }
    }

    /// Looks at a member again in the next turn: something was begun on it. Loop only.
    public void touch(final Member member) {
        final Seat seat = seats.get(member);
        if (seat != null) {
            heat(seat);
        }
    }

    private void heat(final Seat seat) {
        seat.idleTurns = 0;
        seat.spinUntilNanos = System.nanoTime() + spinNanos;
        if (seat.parked) {
            seat.parked = false;
            hot.add(seat);
        }
    }

    /// Something has a deadline that near: the ticks come every 50 ms until then. Loop only.
    public void hurry(final long nanos) {
        final long until = System.nanoTime() + nanos;
        if (until - hurriedUntilNanos > 0) {
            hurriedUntilNanos = until;
        }
    }

    /// Runs `tick` about every 20 ms while something is hot, every 50 ms after a [#hurry], and at
    /// least once a second. Loop only.
    public void onTick(final Runnable tick) {
        ticks.add(tick);
    }

    private void serve() {
        int failures = 0;
        while (!stopping) {
            try {
                turn();
                failures = 0;
            } catch (final RuntimeException | Error failure) {
                LOG.error("thread={} a turn failed", thread.getName(), failure);
                // One that always fails must not fill a disk.
                LockSupport.parkNanos(
                        Math.min(MAX_PAUSE_NANOS, FIRST_PAUSE_NANOS << Math.min(failures++, 20)));
            }
        }
    }

    private void turn() {
        boolean worked = runTasks();
        if (stopping) {
            return;
        }
        final long now = System.nanoTime();
        served.clear();
        for (int index = 0; index < hot.size(); index++) {
            served.add(hot.get(index)); // progress may add members and remove them
        }
        for (int index = 0; index < served.size(); index++) {
            final Seat seat = served.get(index);
            if (seats.get(seat.member) != seat) {
                continue;
            }
            if (seat.member.progress() > 0) {
                seat.idleTurns = 0;
                seat.spinUntilNanos = now + spinNanos;
                worked = true;
            } else if (++seat.idleTurns > IDLE_TURNS
                    && seat.spinUntilNanos - now < 0
                    && seat.member.arm()) {
                seat.parked = true;
                hot.remove(seat);
            }
        }
        if (now - nextTickNanos >= 0) {
            nextTickNanos = now + TICK_NANOS;
            ticks.forEach(Runnable::run);
        }
        if (expected) {
            expected = false;
            awakeUntilNanos = now + spinNanos;
        }
        if (hot.isEmpty() && awakeUntilNanos - now <= 0) {
            block();
        } else if (++turnsSinceLook >= TURNS_PER_LOOK) {
            turnsSinceLook = 0;
            poll.await(0, readable);
        } else if (!worked) {
            pause();
        }
    }

    private void pause() {
        if (spinNanos > 0) {
            Thread.onSpinWait();
        } else {
            Thread.yield();
        }
    }

    private boolean runTasks() {
        boolean any = false;
        while (!stopping) {
            final Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            any = true;
            task.run();
        }
        return any;
    }

    private void block() {
        blocking = true;
        if (tasks.isEmpty() && !stopping && !expected) {
            final boolean hurried = hurriedUntilNanos - System.nanoTime() > 0;
            poll.await(hurried ? HURRIED_WAIT_MILLIS : MAX_WAIT_MILLIS, readable);
        }
        blocking = false;
        turnsSinceLook = 0;
    }

    /// A descriptor can stay readable while its worker is polled and has nothing to do: that must
    /// not keep the thread awake.
    private void readable(final long tag) {
        final Seat seat = byTag.get(tag);
        if (seat != null && seat.parked) {
            heat(seat);
        }
    }

    /// Ends the thread after the tasks that were given so far. Members are not closed. Waits,
    /// bounded.
    @Override
    public void close() {
        close(() -> {});
    }

    /// The same, and runs `last` on the thread of the loop as the last thing that it does: no
    /// member is served after it, no tick and no task runs, so that it may hand members to another
    /// thread.
    public void close(final Runnable last) {
        run(
                () -> {
                    stopping = true;
                    last.run();
                });
        if (isOwner()) {
            return;
        }
        try {
            thread.join(CLOSE_MILLIS);
            if (thread.isAlive()) {
                LOG.warn("thread={} still runs after {} ms", thread.getName(), CLOSE_MILLIS);
            } else {
                poll.close();
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
