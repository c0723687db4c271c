package dev.bounce.hw;

import dev.bounce.engine.LinkView;
import dev.bounce.hw.control.ControlAddress;
import dev.bounce.model.MemoryKind;
import dev.bounce.model.wire.Blob;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/// A peer that is loaded, as the gate sees it: the newest description, and the state of the link
/// that the reactor has published last. Any thread.
final class Peer {
    private final String name;
    private final long instance;
    private final MemoryKind memoryKind;
    private final ControlAddress endpoint;
    private final Blob directAddress;
    private final String directOnly;
    private final List<CompletableFuture<Void>> awaitingReady = new ArrayList<>();
    private LinkView view = LinkView.UNKNOWN;
    private RuntimeException gone;

    /// @param memoryKind where its arena and its ranges live
    /// @param endpoint where it listens, `null` if it is served on the direct path only
    /// @param directAddress where it takes direct transfers, empty where the plane needs none
    /// @param directOnly why nothing is coalesced, `null` if transfers may be
    Peer(
            final String name,
            final long instance,
            final MemoryKind memoryKind,
            final ControlAddress endpoint,
            final Blob directAddress,
            final String directOnly) {
        this.name = name;
        this.instance = instance;
        this.memoryKind = memoryKind;
        this.endpoint = endpoint;
        this.directAddress = directAddress;
        this.directOnly = directOnly;
    }

    String name() {
        return name;
    }

    long instance() {
        return instance;
    }

    ControlAddress endpoint() {
        return endpoint;
    }

    Blob directAddress() {
        return directAddress;
    }

    MemoryKind memoryKind() {
        return memoryKind;
    }

    /// Whether another description says the same of the peer, so that loading it has no effect.
    boolean isSameAs(final Peer other) {
        return other != null
                && instance == other.instance
                && memoryKind == other.memoryKind
                && Objects.equals(endpoint, other.endpoint)
                && directAddress.equals(other.directAddress)
                && Objects.equals(directOnly, other.directOnly);
    }

    boolean isCapable() {
        return directOnly == null;
    }

    synchronized LinkView view() {
        return view;
    }

    /// The link is like that now. Reactor only.
    ///
    /// @return futures to complete, as the link is READY
    List<CompletableFuture<Void>> publish(final LinkView newest) {
        synchronized (this) {
            if (newest.equals(view)) {
                return List.of();
            }
            view = newest;
            return newest.takesRequests() ? takeAwaiting() : List.of();
        }
    }

    /// The peer is forgotten, replaced, or cannot be loaded.
    ///
    /// @return futures to complete with `reason`
    synchronized List<CompletableFuture<Void>> leave(final RuntimeException reason) {
        gone = reason;
        view = LinkView.UNKNOWN;
        return takeAwaiting();
    }

    private List<CompletableFuture<Void>> takeAwaiting() {
        final List<CompletableFuture<Void>> taken = List.copyOf(awaitingReady);
        awaitingReady.clear();
        return taken;
    }

    /// Completes when the link takes requests, at once if it does.
    synchronized CompletableFuture<Void> awaitReady() {
        if (gone != null) {
            return CompletableFuture.failedFuture(gone);
        }
        if (directOnly != null) {
            return CompletableFuture.failedFuture(
                    new IllegalStateException(
                            "peer '" + name + "' is served on the direct path: " + directOnly));
        }
        if (view.takesRequests()) {
            return CompletableFuture.completedFuture(null);
        }
        final CompletableFuture<Void> future = new CompletableFuture<>();
        awaitingReady.add(future);
        return future;
    }
}
