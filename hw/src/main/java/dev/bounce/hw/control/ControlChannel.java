package dev.bounce.hw.control;

import dev.bounce.model.agent.ControlKind;

/// Carries frames between this agent and its peers. May lose, delay and duplicate; never blocks.
///
/// One thread, the owner, makes the channel and calls every method; only [#wakeUp] may be called
/// from any thread. Frames of one route arrive in the order in which they were sent, except for
/// those that are lost.
///
/// A **route** names one connection for the life of the channel and is never 0 and never reused.
/// There is one for each connection made by [#connect] and one for each connection of a peer that
/// a frame came in on. A frame sent over the latter goes back over the connection it came on.
public interface ControlChannel extends AutoCloseable {

    /// Makes a channel on the thread that will own it.
    @FunctionalInterface
    interface Factory {
        /// @param identity names this life of this agent to its peers, 1 to 200 bytes of ASCII
        /// @throws ControlException if the channel cannot be opened
        ControlChannel open(String identity);
    }

    /// Takes what [#receive] hands out.
    @FunctionalInterface
    interface Inbox {
        /// @param route the connection the frame came on
        /// @param frame its bytes, owned by the receiver from now on
        void frame(long route, byte[] frame);
    }

    /// How frames travel. Both ends of a connection are of one kind.
    ControlKind kind();

    /// Where peers reach this channel. Never a wildcard.
    ControlAddress endpoint();

    /// A route to that address. The same address gives the same route until it is disconnected.
    /// The connection is made in the background; a peer that is not there is no error.
    ///
    /// @throws ControlException if the address cannot be connected to at all, or is of another kind
    long connect(ControlAddress address);

    /// Closes a connection made by [#connect] and drops what still waits to be sent on it. Unknown
    /// routes are ignored.
    void disconnect(long route);

    /// Sends one frame, or drops and counts it. It leaves with the next [#flush], [#receive] or
    /// [#await] at the latest, perhaps together with others. The array must not be changed
    /// afterwards.
    SendResult send(long route, byte[] frame);

    /// Lets what was sent leave.
    void flush();

    /// Hands out frames that have arrived, at most `limit`, without waiting.
    ///
    /// @return their number; `limit` means that more may have arrived
    int receive(Inbox inbox, int limit);

    /// Waits until a frame has arrived, [#wakeUp] was called, or the time is over. May end early;
    /// may end up to one millisecond late.
    void await(long timeoutNanos);

    /// Ends the running or the next [#await]. Any thread.
    void wakeUp();

    /// What has been counted so far. Any thread; values may lag behind by a moment.
    ControlCounters counters();

    /// Drops what waits to be sent and closes every connection. Bounded; further calls do nothing.
    @Override
    void close();
}
