package dev.bounce.engine;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/// Engine and model follow from their arguments alone. Both are checked here, where both are seen.
class PurityTest {
    private static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.bounce.engine", "dev.bounce.model");

    private static final JavaClasses FIXTURES =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.OnlyIncludeTests())
                    .importPackages("dev.bounce.engine", "dev.bounce.model");

    @ParameterizedTest
    @FieldSource("dev.bounce.engine.PurityRules#ALL")
    void shouldHoldForEngineAndModel(final ArchRule rule) {
        rule.check(MAIN);
    }

    @Test
    void shouldLookAtEngineAndModel() {
        assertTrue(MAIN.contain("dev.bounce.engine.Engine"));
        assertTrue(MAIN.contain("dev.bounce.model.wire.Header"));
    }

    @ParameterizedTest
    @MethodSource
    void shouldFindWhatIsImpure(final Class<?> impure, final ArchRule rule) {
        assertTrue(isViolated(rule, impure), impure.getSimpleName());
    }

    static Stream<Arguments> shouldFindWhatIsImpure() {
        return Stream.of(
                Arguments.of(Impure.StartsThread.class, PurityRules.ENGINE_SEES_PURE_TYPES),
                Arguments.of(Impure.Hashes.class, PurityRules.ENGINE_SEES_PURE_TYPES),
                Arguments.of(Impure.Draws.class, PurityRules.ENGINE_SEES_PURE_TYPES),
                Arguments.of(dev.bounce.model.Impure.class, PurityRules.MODEL_SEES_PURE_TYPES),
                Arguments.of(dev.bounce.model.SeesEngine.class, PurityRules.MODEL_SEES_PURE_TYPES),
                Arguments.of(Impure.ReadsClock.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.RefersToClock.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.Prints.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.ReadsEnvironment.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.IteratesSaltedSet.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.IteratesSaltedMap.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.DrawsFromMath.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.FormatsForThisMachine.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.Waits.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.WorksInParallel.class, PurityRules.NO_IMPURE_MEMBER),
                Arguments.of(Impure.KeepsStaticState.class, PurityRules.NO_STATIC_STATE),
                Arguments.of(Impure.KeepsFraction.class, PurityRules.NO_FLOATING_FIELD),
                Arguments.of(Impure.TakesFraction.class, PurityRules.NO_FLOATING_SIGNATURE),
                Arguments.of(Impure.ComputesFraction.class, PurityRules.NO_FLOATING_CALL));
    }

    @Test
    void shouldLetPureCodePass() {
        final List<ArchRule> violated =
                PurityRules.ALL.stream()
                        .map(rule -> rule.allowEmptyShould(true))
                        .filter(rule -> isViolated(rule, Impure.Pure.class))
                        .toList();

        assertEquals(List.of(), violated);
    }

    private static boolean isViolated(final ArchRule rule, final Class<?> type) {
        return rule.evaluate(FIXTURES.that(belongToAnyOf(type))).hasViolation();
    }
}
