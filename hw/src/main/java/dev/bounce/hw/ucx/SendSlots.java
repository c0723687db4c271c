package dev.bounce.hw.ucx;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.ucp.UcpRequest;

/// The sends of one [AmWorker] that may be under way, each with room for a header. What UCX says of
/// their ends is noted, and told by [#tellEnded]; each end once, whatever JUCX reports. On the
/// thread that calls the worker.
final class SendSlots implements AutoCloseable {
    /// One send at a time. Its methods are called inside callbacks of UCX.
    final class Slot extends UcxCallback {
        private final MemorySegment header;
        private AmPeer peer;
        private AmWorker.SendEnd end;
        private boolean busy;
        private boolean failed;

        Slot(final MemorySegment header) {
            this.header = header;
        }

        long headerAddress() {
            return header.address();
        }

        @Override
        public void onSuccess(final UcpRequest request) {
            settle(false, "");
        }

        @Override
        public void onError(final int status, final String message) {
            settle(true, message + " (" + status + ")");
        }

        /// Notes how the send has ended; the first report counts.
        void settle(final boolean failure, final String why) {
            if (busy) {
                busy = false;
                failed = failure;
                if (failure) {
                    peer.fail(why);
                    failures.run();
                } else {
                    peer.sent();
                }
                ended.add(this);
            }
        }
    }

    private final Arena owner = Arena.ofShared();
    private final int count;
    private final Runnable failures;
    private final ArrayList<Slot> free = new ArrayList<>();
    private ArrayList<Slot> ended = new ArrayList<>();
    private ArrayList<Slot> telling = new ArrayList<>();

    /// @param count of sends that may be under way
    /// @param failures told inside callbacks of UCX that a peer has one more
    SendSlots(final int count, final Runnable failures) {
        this.count = count;
        this.failures = failures;
        final long stride = AmWorker.HEADER_BYTES;
        try {
            final MemorySegment headers = owner.allocate(count * stride, Long.BYTES);
            for (int index = 0; index < count; index++) {
                free.add(new Slot(headers.asSlice(index * stride, stride)));
            }
        } catch (final RuntimeException | Error failure) {
            owner.close();
            throw failure;
        }
    }

    /// The header of the slot that is taken next, zeroed, or `null` if all are under way.
    MemorySegment nextHeader() {
        return free.isEmpty() ? null : free.getLast().header.fill((byte) 0);
    }

    /// Takes the slot whose header was handed out last.
    Slot take(final AmPeer peer, final AmWorker.SendEnd end) {
        final Slot slot = free.removeLast();
        slot.peer = peer;
        slot.end = end;
        slot.busy = true;
        return slot;
    }

    /// Whether ends are noted that are not told.
    boolean hasEnded() {
        return !ended.isEmpty();
    }

    /// Whether a slot is not free: its send runs, or its end is not told.
    boolean areUnderWay() {
        return free.size() < count;
    }

    /// Tells the ends that are noted by now, as failures where an error of the peer was seen. Those
    /// that are noted meanwhile are for the next call. Outside callbacks of UCX.
    ///
    /// @return number of ends
    int tellEnded() {
        final ArrayList<Slot> batch = ended;
        ended = telling;
        telling = batch;
        for (final Slot slot : batch) {
            final AmWorker.SendEnd end = slot.end;
            final boolean sent = !slot.failed && !slot.peer.isBroken();
            slot.end = null;
            free.add(slot);
            end.ended(sent);
        }
        final int told = batch.size();
        batch.clear();
        return told;
    }

    /// Gives the headers back. When UCX reads none any more.
    @Override
    public void close() {
        owner.close();
    }
}
