package dev.bounce.hw.copy;

import dev.bounce.engine.CopyOutcome;
import dev.bounce.hw.cuda.CopySlot;
import dev.bounce.hw.cuda.CudaException;
import dev.bounce.hw.cuda.LaunchSlot;
import dev.bounce.model.plan.SealKey;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The gathers, or the scatters, of one device: a slot for each that runs, the others wait in
/// order. A plan with more entries than a slot has room for takes several launches, one after the
/// other. Made by any thread, then used by one [CopyThread] only, for which the context is current;
/// [#beginNoMore] is for any thread, and so is [#takeEnded], because a lane that writes a plan does
/// not look at its slots.
final class CudaLane {
    private static final Logger LOG = LoggerFactory.getLogger(CudaLane.class);

    /// Bounds of the bytes of an entry: below, the host works more than the device saves; above,
    /// few warps would share a small chunk.
    private static final int LEAST_UNIT = 4 << 10;

    private static final int MOST_UNIT = 32 << 10;
    private static final int UNIT_STEP = 512;
    private static final long EVENT_MILLIS = 1_000;

    private record End(long copyId, CopyOutcome outcome) {}

    /// A launch of a copy.
    ///
    /// @param last whether the copy needs no other after it
    private record Run(CudaCopy copy, long launch, boolean last) {}

    private final List<? extends LaunchSlot> slots;
    private final int entries;
    private final long[] words;
    private final long warps;
    private final AtomicReferenceArray<Run> running;
    private final Queue<CudaCopy> waiting = new ArrayDeque<>();
    private final Queue<End> ended = new ArrayDeque<>();
    private final ReentrantLock events = new ReentrantLock(); // while the driver takes one
    private volatile boolean beginsNoMore;
    private String fault;

    /// @param slots each for one copy at a time; closed with this
    /// @param entries of each slot
    /// @param blocks of a launch
    CudaLane(final List<? extends LaunchSlot> slots, final int entries, final int blocks) {
        this.slots = slots;
        this.entries = entries;
        words = new long[entries * CopySlot.SCATTER_ENTRY_BYTES / Long.BYTES];
        warps = (long) blocks * CopySlot.BLOCK_WARPS;
        running = new AtomicReferenceArray<>(slots.size());
    }

    /// Starts a copy, or lets it wait for a slot.
    void start(final CudaCopy copy) {
        waiting.add(copy);
        startWaiting();
    }

    private void startWaiting() {
        for (int slot = 0; !waiting.isEmpty() && slot < running.length(); slot++) {
            while (running.get(slot) == null && !waiting.isEmpty()) {
                begin(slot, waiting.poll());
            }
        }
    }

    /// Ends a copy that needs no launch.
    void end(final CudaCopy copy, final CopyOutcome outcome) {
        ended.add(new End(copy.copyId(), outcome));
    }

    /// As [CopyEngine#beginNoMore]. Any thread; waits, bounded, for the driver to take an event.
    void beginNoMore() {
        beginsNoMore = true;
        try {
            if (events.tryLock() || events.tryLock(EVENT_MILLIS, TimeUnit.MILLISECONDS)) {
                events.unlock();
            } else {
                LOG.error("the driver does not take an event that a gather waits for");
            }
        } catch (final InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// An event that cannot be waited for is the mistake of one application, not the end of the
    /// device.
    private void begin(final int slot, final CudaCopy copy) {
        if (awaitEvent(slot, copy)) {
            launch(slot, copy);
        } else {
            end(copy, CopyOutcome.FAILED);
        }
    }

    /// @return whether the copy may be launched
    private boolean awaitEvent(final int slot, final CudaCopy copy) {
        events.lock();
        try {
            if (!beginsNoMore && fault == null && copy.after() != null) {
                slots.get(slot).await(copy.after());
            }
            return !beginsNoMore;
        } catch (final CudaException unusable) {
            LOG.warn("{} failed: its event: {}", copy.describe(), unusable.getMessage());
            return false;
        } finally {
            events.unlock();
        }
    }

    private void launch(final int slot, final CudaCopy copy) {
        if (fault != null) {
            end(copy, CopyOutcome.FAILED);
            return;
        }
        try {
            final LaunchSlot room = slots.get(slot);
            final SealKey seal = copy.seal();
            final int count = copy.fill(words, entries, unit(copy.regionBytes()));
            room.write(words, count * copy.entryWords());
            final boolean last = copy.isFilled();
            final long launch =
                    room.launch(
                            copy.region(),
                            copy.regionBytes(),
                            seal.low(),
                            seal.high(),
                            copy.isSealed(),
                            count);
            running.set(slot, new Run(copy, launch, last));
        } catch (final IllegalStateException | ArithmeticException wrong) {
            LOG.warn("{} failed: {}", copy.describe(), wrong.getMessage());
            end(copy, CopyOutcome.FAILED);
        } catch (final CudaException failure) {
            end(copy, CopyOutcome.FAILED);
            fail(failure.getMessage());
        }
    }

    private int unit(final long bytes) {
        final long share = bytes / warps / UNIT_STEP * UNIT_STEP;
        return Math.clamp(share, LEAST_UNIT, MOST_UNIT);
    }

    /// Looks which copies have ended, hands them out, and goes on with others.
    ///
    /// @return their number
    int poll(final CopyEngine.Ends ends) {
        int count = takeEnded(ends);
        for (int slot = 0; slot < running.length(); slot++) {
            final Run run = running.get(slot);
            if (run != null && needsMore(slot, run) && running.compareAndSet(slot, run, null)) {
                launch(slot, run.copy);
            }
        }
        startWaiting();
        for (End end = ended.poll(); end != null; end = ended.poll()) {
            ends.ended(end.copyId, end.outcome);
            count++;
        }
        return count;
    }

    /// Hands out copies that have ended, each once, whoever asks. Any thread.
    ///
    /// @return their number
    int takeEnded(final CopyEngine.Ends ends) {
        int count = 0;
        for (int slot = 0; slot < running.length(); slot++) {
            final Run run = running.get(slot);
            if (run == null) {
                continue;
            }
            final CopySlot.Outcome outcome = slots.get(slot).outcome(run.launch);
            final boolean over =
                    outcome == CopySlot.Outcome.SEAL_BROKEN
                            || outcome == CopySlot.Outcome.DONE && run.last;
            if (over && running.compareAndSet(slot, run, null)) {
                ends.ended(
                        run.copy.copyId(),
                        outcome == CopySlot.Outcome.DONE
                                ? CopyOutcome.DONE
                                : CopyOutcome.SEAL_BROKEN);
                count++;
            }
        }
        return count;
    }

    /// Whether a copy goes on with another launch; not if its seal is broken.
    private boolean needsMore(final int slot, final Run run) {
        return !run.last && slots.get(slot).outcome(run.launch) == CopySlot.Outcome.DONE;
    }

    private boolean isOver(final int slot, final Run run) {
        return slots.get(slot).outcome(run.launch) != CopySlot.Outcome.RUNNING;
    }

    /// Asks the driver for errors of what runs; not more often than about once a millisecond.
    ///
    /// @return why nothing can be copied any more, `null` if it can
    String check() {
        for (int slot = 0; fault == null && slot < running.length(); slot++) {
            final Run run = running.get(slot);
            if (run == null) {
                continue;
            }
            try {
                if (slots.get(slot).isIdle() && !isOver(slot, run)) {
                    fail(run.copy.describe() + " ended without its completion word");
                }
            } catch (final CudaException failure) {
                fail(failure.getMessage());
            }
        }
        return fault;
    }

    /// A failed kernel takes its whole context with it: nothing says which of the copies did it,
    /// and none of them can be relied on.
    ///
    /// @param cause for the log
    void fail(final String cause) {
        if (fault != null) {
            return;
        }
        fault = cause;
        for (int slot = 0; slot < running.length(); slot++) {
            final Run run = running.getAndSet(slot, null);
            if (run != null) {
                LOG.error("{} ran when the device failed: {}", run.copy.describe(), cause);
                end(run.copy, CopyOutcome.FAILED);
            }
        }
        for (CudaCopy copy = waiting.poll(); copy != null; copy = waiting.poll()) {
            LOG.error("{} was not started, the device failed: {}", copy.describe(), cause);
            end(copy, CopyOutcome.FAILED);
        }
    }

    /// Why nothing can be copied any more, `null` if it can.
    String fault() {
        return fault;
    }

    /// Whether copies run or wait.
    boolean isActive() {
        for (int slot = 0; slot < running.length(); slot++) {
            if (running.get(slot) != null) {
                return true;
            }
        }
        return !ended.isEmpty() || !waiting.isEmpty();
    }

    /// Gives the slots back; only when nothing runs.
    void close() {
        slots.forEach(LaunchSlot::close);
    }
}
