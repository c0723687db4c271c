package dev.bounce.hw;

import dev.bounce.model.wire.Tag;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Brings deliveries together with the callbacks that wait for them, whichever comes first. Each
/// callback takes one delivery. Deliveries that nobody has asked for are remembered, the newest
/// [#REMEMBERED] of them. Any thread.
final class DeliveryBoard {
    /// Most deliveries that wait for a callback.
    static final int REMEMBERED = 1_024;

    private record Key(String peer, Tag tag) {}

    private final Executor executor;
    private final Map<Key, ArrayDeque<Consumer<Delivery>>> waiting = new HashMap<>();
    private final List<Delivery> unclaimed = new ArrayList<>();

    /// @param executor runs the callbacks
    DeliveryBoard(final Executor executor) {
        this.executor = executor;
    }

    /// Asks for the next delivery of that peer with that tag.
    void expect(final String peer, final Tag tag, final Consumer<Delivery> callback) {
        final Delivery delivery;
        synchronized (this) {
            delivery = takeUnclaimed(new Key(peer, tag));
            if (delivery == null) {
                waiting.computeIfAbsent(new Key(peer, tag), _ -> new ArrayDeque<>()).add(callback);
                return;
            }
        }
        executor.execute(() -> callback.accept(delivery));
    }

    private Delivery takeUnclaimed(final Key key) {
        final Iterator<Delivery> iterator = unclaimed.iterator();
        while (iterator.hasNext()) {
            final Delivery delivery = iterator.next();
            if (delivery.peer().equals(key.peer) && delivery.tag().equals(key.tag)) {
                iterator.remove();
                return delivery;
            }
        }
        return null;
    }

    /// Hands a delivery to the callback that has waited longest.
    void deliver(final Delivery delivery) {
        final Consumer<Delivery> callback;
        synchronized (this) {
            final Key key = new Key(delivery.peer(), delivery.tag());
            final ArrayDeque<Consumer<Delivery>> callbacks = waiting.get(key);
            if (callbacks == null) {
                if (unclaimed.size() == REMEMBERED) {
                    unclaimed.removeFirst();
                }
                unclaimed.add(delivery);
                return;
            }
            callback = callbacks.poll();
            if (callbacks.isEmpty()) {
                waiting.remove(key);
            }
        }
        executor.execute(() -> callback.accept(delivery));
    }
}
