package dev.bounce.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TurnRingTest {
    private final TurnRing<String> ring = new TurnRing<>();

    private TurnRing.Place<String> add(final String owner) {
        final TurnRing.Place<String> place = new TurnRing.Place<>(owner);
        ring.addLast(place);
        return place;
    }

    private String turns() {
        final StringBuilder turns = new StringBuilder();
        ring.forEach(turns::append);
        return turns.toString();
    }

    @Test
    void shouldGiveANewcomerTheLastTurn() {
        final TurnRing.Place<String> a = add("a");
        add("b");
        add("c");
        assertEquals("abc", turns());
        ring.moveTo(a.next());
        add("d");
        assertEquals("bcad", turns());
    }

    /// Upstream had to correct its cursor for each position; here it is a place, not a number.
    @Test
    void shouldKeepTheTurnForEveryPositionThatLeaves() {
        for (int cursor = 0; cursor < 4; cursor++) {
            for (int leaves = 0; leaves < 4; leaves++) {
                final TurnRing<Integer> four = new TurnRing<>();
                final List<TurnRing.Place<Integer>> places = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    places.add(new TurnRing.Place<>(i));
                    four.addLast(places.get(i));
                }
                four.moveTo(places.get(cursor));
                four.remove(places.get(leaves));
                assertFalse(places.get(leaves).isTaken());
                final List<Integer> expected = new ArrayList<>();
                for (int i = 0; i < 4; i++) {
                    if ((cursor + i) % 4 != leaves) {
                        expected.add((cursor + i) % 4);
                    }
                }
                final List<Integer> seen = new ArrayList<>();
                four.forEach(seen::add);
                assertEquals(expected, seen, "cursor " + cursor + ", leaves " + leaves);
            }
        }
    }

    @Test
    void shouldBeUsableAfterItsLastMemberLeft() {
        final TurnRing.Place<String> a = add("a");
        assertEquals(a, a.next());
        assertNull(ring.after(a));
        ring.remove(a);
        assertTrue(ring.isEmpty());
        assertNull(ring.cursor());
        assertEquals("", turns());
        ring.addLast(a);
        add("b");
        assertTrue(a.isTaken());
        assertEquals("ab", turns());
    }
}
