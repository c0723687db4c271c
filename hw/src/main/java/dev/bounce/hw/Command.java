package dev.bounce.hw;

import dev.bounce.model.wire.Tag;
import java.util.concurrent.CompletableFuture;

/// What the API asks of the reactor.
sealed interface Command {

    /// A transfer whose `ready` is there.
    record Submit(TransferHandle handle, Tag tag) implements Command {}

    /// The caller no longer wants a transfer.
    record Cancel(TransferHandle handle) implements Command {}

    /// A description was loaded.
    record Load(Peer peer) implements Command {}

    /// A peer is forgotten.
    ///
    /// @param peer as it was loaded, `null` if it is known as a sender at most
    record Forget(String name, Peer peer) implements Command {}

    /// A range is given back.
    ///
    /// @param untouched completed when the engine does not touch it any more
    record Deregister(long base, CompletableFuture<Void> untouched) implements Command {
        /// Says that nothing touches the range any more, or that something may for ever.
        ///
        /// @param running what may, `null` if nothing does
        void settle(final Throwable running) {
            if (running == null) {
                untouched.complete(null);
            } else {
                untouched.completeExceptionally(running);
            }
        }
    }

    /// Asks for what the flight recorder keeps.
    record Record(CompletableFuture<AgentRecording> answer) implements Command {}

    /// The agent goes away.
    record Shutdown() implements Command {}
}
