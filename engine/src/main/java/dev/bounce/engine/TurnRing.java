package dev.bounce.engine;

import java.util.function.Consumer;

/// A circle of things that take turns, with a cursor at the one whose turn it is. Joining, leaving
/// and moving the cursor take constant time and allocate nothing.
final class TurnRing<T> {
    /// The place of one thing, in at most one ring at a time.
    static final class Place<T> {
        private final T owner;
        private TurnRing<T> ring;
        private Place<T> previous;
        private Place<T> next;

        Place(final T owner) {
            this.owner = owner;
        }

        T owner() {
            return owner;
        }

        boolean isTaken() {
            return ring != null;
        }

        /// The place whose turn follows, itself if it is alone.
        Place<T> next() {
            return next;
        }
    }

    private Place<T> cursor;

    /// The place whose turn it is, `null` if the ring is empty.
    Place<T> cursor() {
        return cursor;
    }

    boolean isEmpty() {
        return cursor == null;
    }

    /// Adds a free place as the last one to have its turn, counted from the cursor.
    void addLast(final Place<T> place) {
        if (cursor == null) {
            place.previous = place;
            place.next = place;
            cursor = place;
        } else {
            place.previous = cursor.previous;
            place.next = cursor;
            cursor.previous.next = place;
            cursor.previous = place;
        }
        place.ring = this;
    }

    /// Removes a place of this ring. If it was its turn, it is the next one's.
    void remove(final Place<T> place) {
        if (place.next == place) {
            cursor = null;
        } else {
            place.previous.next = place.next;
            place.next.previous = place.previous;
            if (cursor == place) {
                cursor = place.next;
            }
        }
        place.ring = null;
        place.previous = null;
        place.next = null;
    }

    /// Visits all once, from the cursor on. The ring must not change meanwhile.
    void forEach(final Consumer<? super T> consumer) {
        Place<T> place = cursor;
        while (place != null) {
            consumer.accept(place.owner);
            place = after(place);
        }
    }

    /// The place after that one on a round from the cursor, `null` at its end.
    Place<T> after(final Place<T> place) {
        return place.next == cursor ? null : place.next;
    }

    /// Makes it the turn of a place of this ring.
    void moveTo(final Place<T> place) {
        cursor = place;
    }
}
