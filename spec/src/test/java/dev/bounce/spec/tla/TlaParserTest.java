package dev.bounce.spec.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TlaParserTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "-7",
                "TRUE",
                "FALSE",
                "modelValue_1",
                "\"READY\"",
                "\"a \\\"quoted\\\" word\"",
                "{}",
                "<<>>",
                "{1, 2}",
                "<<\"-\", {<<1>>}>>",
                "[k |-> [l |-> \"ab\", n |-> 0], m |-> <<0, 1>>]",
                "(1 :> \"x\" @@ <<2, 3>> :> {})"
            })
    void shouldPrintWhatItRead(final String text) {
        assertEquals(text, TlaParser.parse(text).toString());
    }

    @Test
    void shouldReadValuesThatGoOverSeveralLines() {
        final String text =
                """
                { [ k |-> [l |-> "ab", r |-> 1],
                    t |-> "OPEN" ],
                  [ k |-> [l |-> "-", r |-> 0],
                    t |-> "WANT" ] }
                """;
        final TlaValue.SetOf set = assertInstanceOf(TlaValue.SetOf.class, TlaParser.parse(text));
        assertEquals(2, set.elements().size());
        final TlaValue.Mapping message = (TlaValue.Mapping) set.elements().getFirst();
        assertEquals(new TlaValue.Text("OPEN"), message.at("t"));
        assertTrue(message.isRecord());
    }

    @Test
    void shouldReadIntervalsAsSets() {
        assertEquals(
                new TlaValue.SetOf(List.of(new TlaValue.Number(2), new TlaValue.Number(3))),
                TlaParser.parse("2..3"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{1, 2",
                "<<1 2>>",
                "[a |-> ]",
                "[a : 1]",
                "\"open",
                "1 2",
                "(1 :> 2",
                "#"
            })
    void shouldRefuseWhatIsNoValue(final String text) {
        assertThrows(IllegalArgumentException.class, () -> TlaParser.parse(text));
    }
}
