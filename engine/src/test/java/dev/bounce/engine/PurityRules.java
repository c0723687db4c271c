package dev.bounce.engine;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchConditions.have;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noFields;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.CodeUnitAccessTarget;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.lang.ArchRule;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;

/// What pure code may see and call. An allow-list: what is not named here is forbidden.
final class PurityRules {
    private static final String ENGINE = "dev.bounce.engine..";
    private static final String MODEL = "dev.bounce.model..";
    private static final String REASON =
            "the same events must give the same effects in every run and every JVM";

    /// Types of `java.lang` that reach outside: threads, processes, the class path.
    private static final DescribedPredicate<JavaClass> OUTSIDE =
            belongToAnyOf(
                    Thread.class,
                    ThreadGroup.class,
                    ThreadLocal.class,
                    InheritableThreadLocal.class,
                    ScopedValue.class,
                    Runtime.class,
                    Process.class,
                    ProcessBuilder.class,
                    ProcessHandle.class,
                    ClassLoader.class,
                    StackWalker.class);

    /// Containers whose order follows from what was put in, and plain values.
    private static final DescribedPredicate<JavaClass> PURE =
            resideInAPackage("java.lang")
                    .and(not(OUTSIDE))
                    .or(resideInAnyPackage("java.util.function", "java.util.stream"))
                    .or(
                            belongToAnyOf(
                                    ArrayDeque.class,
                                    ArrayList.class,
                                    Arrays.class,
                                    BitSet.class,
                                    Collection.class,
                                    Collections.class,
                                    Comparator.class,
                                    Deque.class,
                                    EnumMap.class,
                                    EnumSet.class,
                                    HexFormat.class,
                                    Iterator.class,
                                    LinkedHashMap.class,
                                    LinkedHashSet.class,
                                    List.class,
                                    Locale.class,
                                    Map.class,
                                    NavigableMap.class,
                                    NavigableSet.class,
                                    NoSuchElementException.class,
                                    Objects.class,
                                    Optional.class,
                                    OptionalInt.class,
                                    OptionalLong.class,
                                    PriorityQueue.class,
                                    Queue.class,
                                    Set.class,
                                    SortedMap.class,
                                    SortedSet.class,
                                    StringJoiner.class,
                                    TreeMap.class,
                                    TreeSet.class,
                                    ByteBuffer.class,
                                    ByteOrder.class))
                    .or(resideInAPackage("java.nio.charset"));

    /// What codecs, tokens and the parsing of configuration need besides.
    private static final DescribedPredicate<JavaClass> PURE_IN_MODEL =
            belongToAnyOf(
                            MessageDigest.class,
                            GeneralSecurityException.class,
                            NoSuchAlgorithmException.class,
                            MemorySegment.class,
                            MemoryLayout.class,
                            ValueLayout.class,
                            ValueLayout.OfByte.class,
                            ValueLayout.OfShort.class,
                            ValueLayout.OfInt.class,
                            ValueLayout.OfLong.class)
                    .or(resideInAPackage("java.nio"))
                    .or(resideInAPackage("javax.crypto.."))
                    .or(resideInAPackage("java.util.regex"));

    private static final DescribedPredicate<JavaAccess<?>> IMPURE =
            describe(
                    "an impure member of a pure type",
                    access ->
                            isImpure(
                                    access.getTargetOwner().getName(),
                                    access.getTarget().getName(),
                                    access));

    private static final DescribedPredicate<JavaClass> FLOATING =
            describe(
                    "a floating point type",
                    type ->
                            switch (type.getBaseComponentType().getName()) {
                                case "float", "double", "java.lang.Float", "java.lang.Double" ->
                                        true;
                                default -> false;
                            });

    private static final DescribedPredicate<JavaCodeUnit> FLOATING_SIGNATURE =
            describe(
                    "floating point in its signature",
                    unit ->
                            FLOATING.test(unit.getRawReturnType())
                                    || unit.getRawParameterTypes().stream().anyMatch(FLOATING));

    private static final DescribedPredicate<JavaAccess<?>> FLOATING_CALL =
            describe(
                    "a member that computes in floating point",
                    access ->
                            access.getTarget() instanceof final CodeUnitAccessTarget unit
                                    && (FLOATING.test(unit.getRawReturnType())
                                            || unit.getRawParameterTypes().stream()
                                                    .anyMatch(FLOATING)));

    static final ArchRule ENGINE_SEES_PURE_TYPES =
            classes()
                    .that()
                    .resideInAPackage(ENGINE)
                    .should()
                    .onlyDependOnClassesThat(resideInAnyPackage(ENGINE, MODEL).or(PURE))
                    .because(REASON);

    static final ArchRule MODEL_SEES_PURE_TYPES =
            classes()
                    .that()
                    .resideInAPackage(MODEL)
                    .should()
                    .onlyDependOnClassesThat(resideInAPackage(MODEL).or(PURE).or(PURE_IN_MODEL))
                    .because(REASON);

    static final ArchRule NO_IMPURE_MEMBER =
            noClasses()
                    .that()
                    .resideInAnyPackage(ENGINE, MODEL)
                    .should()
                    .accessTargetWhere(IMPURE)
                    .because(REASON);

    static final ArchRule NO_STATIC_STATE =
            fields().that()
                    .areDeclaredInClassesThat()
                    .resideInAnyPackage(ENGINE, MODEL)
                    .and()
                    .areStatic()
                    .should()
                    .beFinal()
                    .because("two engines of one process must not share state");

    static final ArchRule NO_FLOATING_FIELD =
            noFields()
                    .that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage(ENGINE)
                    .should()
                    .haveRawType(FLOATING)
                    .because("decisions are made in integers");

    static final ArchRule NO_FLOATING_SIGNATURE =
            noCodeUnits()
                    .that()
                    .areDeclaredInClassesThat()
                    .resideInAPackage(ENGINE)
                    .should(have(FLOATING_SIGNATURE))
                    .because("decisions are made in integers");

    static final ArchRule NO_FLOATING_CALL =
            noClasses()
                    .that()
                    .resideInAPackage(ENGINE)
                    .should()
                    .accessTargetWhere(FLOATING_CALL)
                    .because("decisions are made in integers");

    static final List<ArchRule> ALL =
            List.of(
                    ENGINE_SEES_PURE_TYPES,
                    MODEL_SEES_PURE_TYPES,
                    NO_IMPURE_MEMBER,
                    NO_STATIC_STATE,
                    NO_FLOATING_FIELD,
                    NO_FLOATING_SIGNATURE,
                    NO_FLOATING_CALL);

    private PurityRules() {}

    private static boolean isImpure(
            final String owner, final String member, final JavaAccess<?> access) {
        return switch (owner) {
            case "java.lang.System" -> !member.equals("arraycopy");
            case "java.lang.Math", "java.lang.StrictMath" -> member.equals("random");
            // They read system properties.
            case "java.lang.Boolean", "java.lang.Integer", "java.lang.Long" ->
                    member.equals("get" + owner.substring("java.lang.".length()));
            case "java.lang.Class" -> member.equals("forName") || member.startsWith("getResource");
            case "java.lang.Object" -> member.equals("wait") || member.startsWith("notify");
            // Without a locale they take the default one of the machine.
            case "java.lang.String" -> isLocaleSensitive(member, access);
            case "java.util.Locale" -> member.equals("getDefault");
            // They reach memory that nobody handed over.
            case "java.lang.foreign.MemorySegment" ->
                    member.equals("reinterpret") || member.equals("ofAddress");
            case "java.nio.charset.Charset" -> member.equals("defaultCharset");
            // Their iteration order is salted anew in every JVM.
            case "java.util.Map", "java.util.Set" ->
                    member.equals("of") || member.equals("ofEntries") || member.equals("copyOf");
            case "java.util.stream.Collectors" ->
                    !member.equals("joining") && !member.equals("toList");
            case "java.util.Collections" -> member.equals("shuffle");
            default -> owner.startsWith("java.util.") && member.startsWith("parallel");
        };
    }

    private static boolean isLocaleSensitive(final String member, final JavaAccess<?> access) {
        final boolean takesLocale =
                access.getTarget() instanceof final CodeUnitAccessTarget unit
                        && unit.getRawParameterTypes().stream()
                                .anyMatch(type -> type.isEquivalentTo(Locale.class));
        return switch (member) {
            case "format", "formatted", "toLowerCase", "toUpperCase" -> !takesLocale;
            default -> false;
        };
    }
}
