package dev.bounce.hw.ucx;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_LONG_UNALIGNED;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.VarHandle;
import java.util.function.LongConsumer;

/// Waits until one of several file descriptors is readable, or another thread says so: epoll(7) and
/// eventfd(2). Event descriptors of UCX workers cannot be waited on by anything of the JDK. One
/// owner; only [#wakeUp] from any thread.
final class EventPoll implements AutoCloseable {
    private static final int EPOLL_CTL_ADD = 1;
    private static final int EPOLL_CTL_DEL = 2;
    private static final int EPOLLIN = 1;
    private static final int EINTR = 4;
    private static final int EFD_NONBLOCK = 0x800;
    private static final int MAX_EVENTS = 64;

    /// The kernel packs `struct epoll_event` on x86-64 only.
    private static final boolean PACKED = System.getProperty("os.arch").equals("amd64");

    private static final int EVENT_BYTES = PACKED ? 12 : 16;
    private static final int DATA_OFFSET = PACKED ? 4 : 8;
    private static final long WAKE_TAG = -1;

    private static final MethodHandle EPOLL_CREATE = handle("epoll_create1", JAVA_INT, JAVA_INT);
    private static final MethodHandle EPOLL_CTL =
            handle("epoll_ctl", JAVA_INT, JAVA_INT, JAVA_INT, JAVA_INT, ADDRESS);
    private static final MethodHandle EPOLL_WAIT =
            handle(
                    "epoll_wait",
                    FunctionDescriptor.of(JAVA_INT, JAVA_INT, ADDRESS, JAVA_INT, JAVA_INT),
                    Linker.Option.captureCallState("errno"));
    private static final VarHandle ERRNO =
            Linker.Option.captureStateLayout()
                    .varHandle(MemoryLayout.PathElement.groupElement("errno"));
    private static final MethodHandle EVENTFD = handle("eventfd", JAVA_INT, JAVA_INT, JAVA_INT);
    private static final MethodHandle READ =
            handle("read", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle WRITE =
            handle("write", JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG);
    private static final MethodHandle CLOSE = handle("close", JAVA_INT, JAVA_INT);

    private final Arena owner = Arena.ofShared();
    private final MemorySegment state = owner.allocate(Linker.Option.captureStateLayout());
    private final MemorySegment event = owner.allocate(EVENT_BYTES, 8);
    private final MemorySegment events = owner.allocate((long) EVENT_BYTES * MAX_EVENTS, 8);
    private final MemorySegment drained = owner.allocate(JAVA_LONG);
    private final MemorySegment one = owner.allocateFrom(JAVA_LONG, 1L);
    private final int poll;
    private final int wake;
    private boolean closed;

    /// @throws UcxException if the system has no descriptors left
    EventPoll() {
        poll = call(EPOLL_CREATE, 0);
        wake = call(EVENTFD, 0, EFD_NONBLOCK);
        try {
            require("epoll_create1", poll);
            require("eventfd", wake);
            add(wake, WAKE_TAG);
        } catch (final UcxException full) {
            close();
            throw full;
        }
    }

    private static MethodHandle handle(
            final String name, final MemoryLayout result, final MemoryLayout... parameters) {
        return handle(name, FunctionDescriptor.of(result, parameters));
    }

    @SuppressWarnings("restricted")
    private static MethodHandle handle(
            final String name,
            final FunctionDescriptor descriptor,
            final Linker.Option... options) {
        final SymbolLookup lookup = Linker.nativeLinker().defaultLookup();
        return Linker.nativeLinker().downcallHandle(lookup.findOrThrow(name), descriptor, options);
    }

    private static int call(final MethodHandle function, final Object... arguments) {
        try {
            return ((Number) function.invokeWithArguments(arguments)).intValue();
        } catch (final RuntimeException | Error failure) {
            throw failure;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Reads or writes the counter of wake-ups. Exact, since it is on the way of every chunk.
    private void transfer(final MethodHandle function, final MemorySegment counter) {
        try {
            final long _ = (long) function.invokeExact(wake, counter, 8L);
        } catch (final RuntimeException | Error failure) {
            throw failure;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static int require(final String what, final int result) {
        if (result < 0) {
            throw new UcxException(what + " failed; are file descriptors left (ulimit -n)?", null);
        }
        return result;
    }

    /// Watches a descriptor, level-triggered.
    ///
    /// @param tag handed out when it is readable, not -1
    void add(final int descriptor, final long tag) {
        event.set(JAVA_INT, 0, EPOLLIN);
        event.set(JAVA_LONG_UNALIGNED, DATA_OFFSET, tag);
        require("epoll_ctl", call(EPOLL_CTL, poll, EPOLL_CTL_ADD, descriptor, event));
    }

    /// Watches it no more; before it is closed.
    void remove(final int descriptor) {
        call(EPOLL_CTL, poll, EPOLL_CTL_DEL, descriptor, event);
    }

    /// Waits, at most that long, and hands out the tags of what is readable. A [#wakeUp] ends the
    /// wait and has no tag, and so does a signal of the system.
    ///
    /// @throws UcxException if the system does not wait, with what errno(3) says
    void await(final int timeoutMillis, final LongConsumer readable) {
        final int count;
        try {
            count = (int) EPOLL_WAIT.invokeExact(state, poll, events, MAX_EVENTS, timeoutMillis);
        } catch (final RuntimeException | Error failure) {
            throw failure;
        } catch (final Throwable impossible) {
            throw new IllegalStateException(impossible);
        }
        if (count < 0) {
            requireInterrupted((int) ERRNO.get(state, 0L));
        }
        for (int index = 0; index < count; index++) {
            final long tag =
                    events.get(JAVA_LONG_UNALIGNED, (long) index * EVENT_BYTES + DATA_OFFSET);
            if (tag == WAKE_TAG) {
                transfer(READ, drained);
            } else {
                readable.accept(tag);
            }
        }
    }

    private static void requireInterrupted(final int errno) {
        if (errno != EINTR) {
            throw new UcxException("epoll_wait failed, errno " + errno, null);
        }
    }

    /// Ends the running or the next wait. Any thread; nothing happens once closed.
    synchronized void wakeUp() {
        if (!closed) {
            transfer(WRITE, one);
        }
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            call(CLOSE, wake); // of -1 it does nothing
            call(CLOSE, poll);
            owner.close();
        }
    }
}
