package dev.bounce.hw;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.bounce.engine.Engine;
import dev.bounce.model.wire.Header;
import dev.bounce.sim.Elsewhere;
import org.junit.jupiter.api.Test;

/// The hardware host sees spec, engine and model, and never sim.
class ModuleDirectionTest {
    private static final JavaClasses MAIN =
            new ClassFileImporter()
                    .withImportOption(new ImportOption.DoNotIncludeTests())
                    .importPackages("dev.bounce");

    private static final ArchRule HW_SEES_LOWER_MODULES =
            classes()
                    .that()
                    .resideInAPackage("dev.bounce.hw..")
                    .should()
                    .onlyDependOnClassesThat(
                            resideOutsideOfPackage("dev.bounce..")
                                    .or(
                                            resideInAnyPackage(
                                                    "dev.bounce.hw..",
                                                    "dev.bounce.spec..",
                                                    "dev.bounce.engine..",
                                                    "dev.bounce.model..")))
                    .because("the host runs the same engine as the simulator, unaware of it")
                    .allowEmptyShould(true);

    private static final ArchRule UCX_STAYS_IN_ITS_PACKAGES =
            noClasses()
                    .that()
                    .resideOutsideOfPackages("dev.bounce.hw.ucx..", "dev.bounce.hw.plane..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("org.openucx..")
                    .because("JUCX must not be touched before the library was checked");

    private static final ArchRule JCUDA_STAYS_IN_ITS_PACKAGE =
            noClasses()
                    .that()
                    .resideOutsideOfPackage("dev.bounce.hw.cuda..")
                    .should()
                    .dependOnClassesThat()
                    .resideInAPackage("jcuda..")
                    .because("JCuda cannot even be initialised where there is no driver");

    @Test
    void shouldTouchJCudaInItsPackageOnly() {
        JCUDA_STAYS_IN_ITS_PACKAGE.check(MAIN);
        assertTrue(
                JCUDA_STAYS_IN_ITS_PACKAGE
                        .evaluate(new ClassFileImporter().importClasses(SeesJCuda.class))
                        .hasViolation());
    }

    static final class SeesJCuda {
        jcuda.driver.CUstream stream;
    }

    @Test
    void shouldTouchUcxInItsPackagesOnly() {
        UCX_STAYS_IN_ITS_PACKAGES.check(MAIN);
        assertTrue(
                UCX_STAYS_IN_ITS_PACKAGES
                        .evaluate(new ClassFileImporter().importClasses(SeesUcx.class))
                        .hasViolation());
    }

    static final class SeesUcx {
        org.openucx.jucx.ucp.UcpWorker worker;
    }

    @Test
    void shouldSeeLowerModulesOnly() {
        HW_SEES_LOWER_MODULES.check(MAIN);
    }

    @Test
    void shouldLookAtTheModulesBelow() {
        assertTrue(MAIN.contain("dev.bounce.model.wire.Header"));
        assertTrue(MAIN.contain("dev.bounce.engine.Engine"));
    }

    @Test
    void shouldFindWhatSeesSim() {
        assertTrue(isViolated(SeesSim.class));
    }

    @Test
    void shouldLetHwSeeTheModulesBelow() {
        assertFalse(isViolated(SeesEngine.class));
    }

    private static boolean isViolated(final Class<?> type) {
        return HW_SEES_LOWER_MODULES
                .evaluate(new ClassFileImporter().importClasses(type))
                .hasViolation();
    }

    static final class SeesSim {
        Elsewhere elsewhere;
    }

    static final class SeesEngine {
        Engine engine;
        Header header;
    }
}
