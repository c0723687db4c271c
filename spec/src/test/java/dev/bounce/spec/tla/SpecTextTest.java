package dev.bounce.spec.tla;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpecTextTest {
    @TempDir private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(
                folder.resolve("Base.tla"),
                """
                ---- MODULE Base ----
                EXTENDS Naturals
                CONSTANTS A, Received(_, _)
                (* Lost == Nothing *)
                Lose ==
                    \\E m \\in A :
                      /\\ m = 1
                Land(l) == LandSome(l, {"run"})
                ====
                """);
        Files.writeString(
                folder.resolve("Top.tla"),
                """
                ---- MODULE Top ----
                EXTENDS Base
                Protocol ==
                    \\/ \\E l \\in Links : Load(l)  \\* the first
                    \\/ \\E q \\in Requests, c \\in 1..2 : Gather(q, c)
                Environment ==
                    \\/ \\E l \\in Links : Land(l)
                    \\/ Lose
                Next == Protocol \\/ Environment
                Mixed == Protocol /\\ Lose
                ====
                """);
    }

    @Test
    void shouldListTheActionsOfNestedDisjunctions() throws IOException {
        final SpecText text = SpecText.read(folder, "Top");
        assertEquals(
                List.of(
                        new SpecAction("Load", "l \\in Links", "Load(l)"),
                        new SpecAction("Gather", "q \\in Requests, c \\in 1..2", "Gather(q, c)"),
                        new SpecAction("Land", "l \\in Links", "Land(l)"),
                        new SpecAction("Lose", "", "Lose")),
                text.actions("Next"));
    }

    @Test
    void shouldRefuseAListThatIsNotFlat() throws IOException {
        final SpecText text = SpecText.read(folder, "Top");
        assertThrows(IllegalArgumentException.class, () -> text.actions("Mixed"));
        assertThrows(IllegalArgumentException.class, () -> text.actions("Absent"));
    }

    @Test
    void shouldReadTheModulesBelow() throws IOException {
        final SpecText text = SpecText.read(folder, "Top");
        assertTrue(text.defines("Lose"));
        assertFalse(text.defines("Lost"));
        assertTrue(text.isOperator("Received"));
        assertFalse(text.isOperator("A"));
    }
}
