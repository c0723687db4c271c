package dev.bounce.spec.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigTest {
    private static final Config SAFETY =
            Config.parse(
                    """
                    \\* A comment that names INVARIANT and PROPERTY.
                    CONSTANTS
                        Agents <- TwoAgents
                        Faults = {"lose", "VIEW"}
                        Bug = "none"
                        Max = 2
                    INIT Init
                    NEXT Step
                    VIEW Merged
                    CHECK_DEADLOCK FALSE
                    INVARIANTS
                        TypeOK
                        Conservation (* not yet: Fresh *)
                    """);

    @Test
    void shouldFindWhatIsChecked() {
        assertEquals(List.of("TypeOK", "Conservation"), SAFETY.invariants());
        assertEquals(List.of(), SAFETY.properties());
        assertEquals(List.of("Agents", "Faults", "Bug", "Max"), SAFETY.constants());
        assertEquals("Step", SAFETY.next());
        assertFalse(SAFETY.checksDeadlock());
        assertTrue(Config.parse("INIT Init NEXT Next").checksDeadlock());
    }

    @Test
    void shouldPlantABug() {
        final Config planted = SAFETY.withConstant("Bug", "\"windowIgnored\"");
        assertTrue(planted.text().contains("Bug = \"windowIgnored\""));
        assertFalse(planted.text().contains("\"none\""));
        assertEquals(SAFETY.constants(), planted.constants());
        assertEquals(SAFETY.invariants(), planted.invariants());
    }

    @Test
    void shouldRefuseToPlantABugWhereNoneCanBe() {
        assertThrows(
                IllegalArgumentException.class,
                () -> Config.parse("CONSTANT Max = 1").withConstant("Bug", "\"x\""));
    }

    @Test
    void shouldCheckOnlyWhatItIsTold() {
        final Config less = Config.parse(SAFETY.checkingOnly(List.of("A"), List.of("B")).text());
        assertEquals(List.of("A"), less.invariants());
        assertEquals(List.of("B"), less.properties());
        assertEquals(SAFETY.constants(), less.constants());
    }

    @Test
    void shouldKeepOnlyTheConstantsUnderAnotherBehaviour() {
        final Config other = Config.parse(SAFETY.withBehaviour("MyInit", "MyNext").text());
        assertEquals("MyNext", other.next());
        assertEquals(List.of(), other.invariants());
        assertFalse(other.text().contains("VIEW\n"));
    }

    @Test
    void shouldSayThatAViewIsHarmlessForInvariants() {
        assertEquals(List.of(), SAFETY.traps());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"CONSTRAINT Small", "ACTION_CONSTRAINT Small", "SYMMETRY Perms", "VIEW V"})
    void shouldWarnOfWhatHidesLivenessViolations(final String line) {
        final Config live = Config.parse("SPECIFICATION Fair\n" + line + "\nPROPERTIES Ends");
        assertEquals(1, live.traps().size());
    }
}
