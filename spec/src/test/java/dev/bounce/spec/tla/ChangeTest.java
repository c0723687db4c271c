package dev.bounce.spec.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChangeTest {

    @Test
    void shouldNameTheFieldThatChanged() {
        assertEquals(
                List.of("x.ab.st: \"LOADED\" -> \"OPENING\""),
                changes(
                        "[ab |-> [st |-> \"LOADED\", n |-> 1]]",
                        "[ab |-> [st |-> \"OPENING\", n |-> 1]]"));
    }

    @Test
    void shouldCountPositionsFromOne() {
        assertEquals(List.of("x[2]: 0 -> 5"), changes("<<1, 0>>", "<<1, 5>>"));
    }

    @Test
    void shouldTellWhatASetLostAndGained() {
        assertEquals(List.of("x: - 1", "x: + 3"), changes("{1, 2}", "{2, 3}"));
    }

    @Test
    void shouldReplaceWhatHasAnotherShape() {
        assertEquals(List.of("x: <<1>> -> <<1, 2>>"), changes("<<1>>", "<<1, 2>>"));
        assertEquals(List.of("x: [a |-> 1] -> [b |-> 1]"), changes("[a |-> 1]", "[b |-> 1]"));
        assertEquals(List.of("x: {} -> <<>>"), changes("{}", "<<>>"));
    }

    @Test
    void shouldSayNothingOfWhatIsTheSame() {
        assertEquals(List.of(), changes("[a |-> {1, 2}]", "[a |-> {1, 2}]"));
    }

    private static List<String> changes(final String before, final String after) {
        return Change.between(
                        Map.of("x", TlaParser.parse(before)), Map.of("x", TlaParser.parse(after)))
                .stream()
                .map(Change::toString)
                .toList();
    }
}
