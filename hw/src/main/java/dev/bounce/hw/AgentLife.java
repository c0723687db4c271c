package dev.bounce.hw;

import dev.bounce.engine.Refusal;
import dev.bounce.hw.control.ControlChannel;
import dev.bounce.hw.control.ControlException;
import dev.bounce.hw.control.ZmqControlChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The thread of a reactor from its start to its end, and what becomes of commands after that.
final class AgentLife {
    private static final Logger LOG = LoggerFactory.getLogger(AgentLife.class);

    private final AgentParts parts;
    private final String name;
    private final Thread thread;
    private final CompletableFuture<Reactor> started = new CompletableFuture<>();
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private String controlFault;
    private AgentRecording recording;
    private AgentFailedException failure;
    private volatile boolean over;

    AgentLife(final AgentParts parts) {
        this.parts = parts;
        name = parts.engine().name();
        thread = Thread.ofPlatform().daemon().name("bounce-reactor-" + name).unstarted(this::live);
    }

    /// Starts the thread and waits until the control channel is open, or known not to be.
    Reactor start() {
        try {
            thread.start();
        } catch (final Error full) { // as without room for another thread
            parts.close(null);
            throw full;
        }
        return started.join();
    }

    private void live() {
        final Reactor reactor = make();
        if (reactor == null) {
            return;
        }
        started.complete(reactor);
        try {
            reactor.run();
        } catch (
                final Throwable broken) { // an invariant, a library, the machine: all end the agent
            failure = new AgentFailedException(name, broken);
            LOG.error("agent={} failed, every transfer is given up", name, broken);
        }
        end(reactor);
    }

    /// @return `null` if it cannot be made; whoever waits for the start has been told then
    private Reactor make() {
        ControlChannel channel = null;
        try {
            channel = openChannel();
            return new Reactor(parts, channel);
        } catch (final Throwable broken) { // as above
            try {
                parts.close(channel);
            } finally {
                started.completeExceptionally(broken);
            }
            return null;
        }
    }

    /// Whatever fails here, everybody who waits for the end is told.
    private void end(final Reactor reactor) {
        MemoryStillInUseException running =
                new MemoryStillInUseException(name, "nothing says what has ended");
        try {
            parts.attempt(
                    "keep its recording", () -> recording = reactor.recording(failure == null));
            over = true;
            running = reactor.close(failure);
        } finally {
            tellEnd(running);
        }
    }

    private void tellEnd(final MemoryStillInUseException running) {
        over = true;
        try {
            answerLeftovers();
        } finally {
            if (running == null) {
                ended.complete(null);
                LOG.info("agent={} ended", name);
            } else {
                ended.completeExceptionally(running);
                LOG.error(running.getMessage());
            }
        }
    }

    private ControlChannel openChannel() {
        if (parts.channel() != null) {
            try {
                final ControlChannel channel =
                        parts.channel()
                                .open(
                                        ZmqControlChannel.identityOf(
                                                name, parts.engine().instance()));
                parts.wakeUp().attach(channel);
                return channel;
            } catch (final ControlException unavailable) {
                LOG.warn("agent={} transfers go direct: {}", name, unavailable.getMessage());
                controlFault = unavailable.getMessage();
            }
        } else {
            controlFault =
                    parts.config().enabled()
                            ? "there is no room for the arena; make arena.size smaller"
                            : "coalescing is off; set enabled=true";
        }
        final ControlChannel offline = new OfflineChannel();
        parts.wakeUp().attach(offline);
        return offline;
    }

    /// Why there is no control channel, `null` if there is one.
    String controlFault() {
        return controlFault;
    }

    /// Whether this is the thread of the reactor.
    boolean isReactor() {
        return Thread.currentThread() == thread;
    }

    /// Whether the reactor takes no more commands.
    boolean isOver() {
        return over;
    }

    /// Why the agent broke, `null` if it did not. Only once it is over.
    AgentFailedException failure() {
        return failure;
    }

    /// Completes when everything is let go of; with [MemoryStillInUseException] if something of the
    /// agent still runs.
    CompletableFuture<Void> ended() {
        return ended.copy();
    }

    /// What still runs of an agent that has ended, `null` if nothing does or it has not ended.
    Throwable running() {
        return ended.isCompletedExceptionally() ? ended.exceptionNow() : null;
    }

    /// Waits until everything is let go of, bounded, also on a thread that is interrupted: memory
    /// is freed after that.
    ///
    /// @throws MemoryStillInUseException if something of the agent still runs
    void awaitEnd(final long boundNanos) {
        final long end = System.nanoTime() + boundNanos;
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    ended.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
                    return;
                } catch (final InterruptedException _) {
                    interrupted = true;
                }
            }
        } catch (final TimeoutException late) {
            throw new MemoryStillInUseException(
                    name, "it is still closing after %d ns".formatted(boundNanos));
        } catch (final ExecutionException running) {
            throw (MemoryStillInUseException) running.getCause();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /// Called by whoever has added a command: it gets an answer also if the reactor does not take
    /// it any more.
    void answerIfOver() {
        if (over) {
            answerLeftovers();
        }
    }

    private void answerLeftovers() {
        for (Command left = parts.commands().poll(); left != null; left = parts.commands().poll()) {
            switch (left) {
                case Command.Submit submit -> refuse(submit.handle());
                case Command.Load load ->
                        load.peer()
                                .leave(new IllegalStateException("agent '" + name + "' is closed"))
                                .forEach(future -> future.cancel(false));
                case Command.Deregister deregister ->
                        ended.whenComplete((_, running) -> deregister.settle(running));
                case Command.Record request -> request.answer().complete(recording);
                case Command.Cancel _, Command.Forget _, Command.Shutdown _ -> {
                    // Nothing is left to be cancelled, forgotten or closed.
                }
            }
        }
    }

    /// Ends a transfer that never reached the engine.
    void refuse(final TransferHandle handle) {
        if (failure != null) {
            OpenTransfers.fail(handle, failure, parts.executor());
        } else {
            OpenTransfers.complete(
                    handle,
                    OpenTransfers.refusal(handle, Refusal.SHUT_DOWN, parts.clock().getAsLong()),
                    parts.executor());
        }
    }
}
