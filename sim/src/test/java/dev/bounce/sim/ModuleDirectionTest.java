package dev.bounce.sim;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.bounce.engine.Engine;
import dev.bounce.hw.Elsewhere;
import dev.bounce.model.wire.Header;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Dependencies point one way: model, engine, spec, sim; and sim never sees hw.
class ModuleDirectionTest {
    private static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.bounce");

    /// A module may see itself and those before it.
    @ParameterizedTest
    @ValueSource(strings = {"model", "model engine", "model engine spec", "model engine spec sim"})
    void shouldSeeLowerModulesOnly(final String modules) {
        mayOnlySee(modules).check(MAIN);
    }

    @Test
    void shouldLookAtTheModulesBelow() {
        assertTrue(MAIN.contain("dev.bounce.model.wire.Header"));
        assertTrue(MAIN.contain("dev.bounce.engine.Engine"));
    }

    @Test
    void shouldFindWhatSeesHw() {
        assertTrue(isViolated("model engine spec sim", SeesHw.class));
    }

    @Test
    void shouldLetSimSeeTheModulesBelow() {
        assertFalse(isViolated("model engine spec sim", SeesEngine.class));
    }

    private static boolean isViolated(final String modules, final Class<?> type) {
        return mayOnlySee(modules)
                .evaluate(new ClassFileImporter().importClasses(type))
                .hasViolation();
    }

    private static ArchRule mayOnlySee(final String modules) {
        final String[] seen =
                Arrays.stream(modules.split(" "))
                        .map(module -> "dev.bounce." + module + "..")
                        .toArray(String[]::new);
        return classes()
                .that()
                .resideInAPackage(seen[seen.length - 1])
                .should()
                .onlyDependOnClassesThat(
                        resideOutsideOfPackage("dev.bounce..").or(resideInAnyPackage(seen)))
                .because("the simulator and the hardware host run the same engine, unaware of them")
                .allowEmptyShould(true);
    }

    static final class SeesHw {
        Elsewhere elsewhere;
    }

    static final class SeesEngine {
        Engine engine;
        Header header;
    }
}
