package dev.bounce.sim.mutant;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import dev.bounce.sim.world.Profile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The planted bugs have their places, a few of them die where they should, and what is no bug does
/// not.
class MutantTest {
    private static final MutantCompiler COMPILER =
            new MutantCompiler(MutantCompiler.checkout(Path.of("")));
    private static final Edit COMMENT =
            new Edit(
                    "engine/src/main/java/dev/bounce/engine/Closing.java",
                    "context.tracer.record( Action.START_CLOSING,",
                    "/* nothing */ context.tracer.record(Action.START_CLOSING,");

    @ParameterizedTest
    @MethodSource("mutants")
    void shouldHaveOnePlaceInTheSources(final Mutant mutant) throws IOException {
        assertFalse(mutant.edits().isEmpty(), mutant.name());
        for (final Edit edit : mutant.edits()) {
            final int places = edit.occurrences(COMPILER.source(edit.file()));
            assertEquals(1, places, mutant.name() + ": " + edit);
        }
    }

    @Test
    void shouldNameAndRecordEveryMutant() {
        final Map<String, Kill> recorded = Kill.recorded();
        final Set<String> names = new HashSet<>();
        for (final Mutant mutant : MutantFile.readAll()) {
            assertTrue(names.add(mutant.name()), mutant.name() + " is there twice");
            assertFalse(mutant.about().isBlank() || mutant.rule().isBlank(), mutant.name());
            assertEquals(mutant.mustDie(), recorded.containsKey(mutant.name()), mutant.name());
        }
        assertTrue(names.containsAll(recorded.keySet()), "what is recorded exists");
        for (final Mutant mutant : MutantFile.readAll()) {
            assertTrue(mutant.pair() == null || names.contains(mutant.pair()), mutant.name());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cancelUnderWrite", "dataTwice", "grantIdReused", "tombstonesLeak"})
    void shouldDieAtTheRecordedSeed(final String name) throws IOException {
        final Kill recorded = Kill.recorded().get(name);
        final Mutant mutant = mutant(name);
        assertEquals(
                recorded.checker(),
                COMPILER.plant(mutant).apply(recorded.profile().label(), recorded.seed()));
        assertEquals(recorded, new Hunt(COMPILER, 1, true).find(mutant, recorded));
    }

    @Test
    void shouldSurviveWhenNothingIsPlanted() throws IOException {
        final Mutant harmless = of("harmless", COMMENT);
        assertNull(new Hunt(COMPILER, 5, true).find(harmless, new Kill(Profile.CALM, 1, "Any")));
    }

    @Test
    void shouldSearchWhenTheRecordedSeedFindsAnotherProperty() throws IOException {
        final Kill wrong = new Kill(Profile.CALM, 1, "NotThis");
        final Kill found = new Hunt(COMPILER, 5, true).find(mutant("grantIdReused"), wrong);
        assertNotNull(found);
        assertEquals("GrantIdFresh", found.checker());
    }

    @Test
    void shouldRefuseAPlaceThatIsGoneAndABugThatDoesNotCompile() {
        final Edit gone = new Edit(COMMENT.file(), "no such code", "");
        final Edit broken = new Edit(COMMENT.file(), "Action.START_CLOSING,", "Action.NEVER,");
        assertThrows(IllegalArgumentException.class, () -> COMPILER.plant(of("gone", gone)));
        assertThrows(IllegalArgumentException.class, () -> COMPILER.plant(of("broken", broken)));
    }

    @Test
    void shouldNotCountASeedThatTheSoundEngineDoesNotPass() throws IOException {
        // No answer comes within so short a time-out, in a world in which no request may fail.
        final SortedMap<String, Long> hopeless =
                new TreeMap<>(
                        Map.of(
                                "tickNanos", 100_000L,
                                "requestTicks", 10L,
                                "latencyNanos", 500_000L));
        assertNotNull(new SeedRun(hopeless).apply("calm", 1L));
        final Mutant blamed = of("blamed", COMMENT, List.of(Profile.CALM), hopeless);
        assertNotNull(COMPILER.plant(blamed).apply("calm", 1L));
        assertNull(new Hunt(COMPILER, 1, true).find(blamed, null));
    }

    @Test
    void shouldReportAsJson() {
        final StringWriter out = new StringWriter();
        assertEquals(0, run(MutantFile.readAll(), out, "grantIdReused", "--json"));
        final JsonObject json = new Gson().fromJson(out.toString(), JsonObject.class);
        assertEquals("bounce.simMutants/1", json.get("schema").getAsString());
        assertEquals(1, json.getAsJsonArray("mutants").size());
        assertEquals(0, json.getAsJsonArray("survived").size());
    }

    @Test
    void shouldFailWhenAMutantSurvives() {
        final StringWriter out = new StringWriter();
        final List<Mutant> harmless = List.of(of("harmless", COMMENT));
        assertEquals(1, run(harmless, out, "all", "--most-seeds", "1"));
        assertTrue(out.toString().contains("NOT FOUND"), out.toString());
        assertTrue(out.toString().contains("1 survived"), out.toString());
    }

    @Test
    void shouldFailWhenAPlaceIsGone() {
        final StringWriter out = new StringWriter();
        final List<Mutant> gone = List.of(of("gone", new Edit(COMMENT.file(), "no such code", "")));
        assertEquals(1, run(gone, out, "all", "--most-seeds", "1", "--json"));
        final JsonObject json = new Gson().fromJson(out.toString(), JsonObject.class);
        assertEquals("gone", json.getAsJsonArray("survived").get(0).getAsString());
        assertTrue(json.getAsJsonArray("errors").get(0).getAsString().contains("no such code"));
    }

    @Test
    void shouldLeaveOutWhatIsNotQuick() {
        final StringWriter out = new StringWriter();
        final Mutant harmless = of("harmless", COMMENT);
        assertEquals(0, run(List.of(harmless, mutant("dataTwice")), out, "all", "--quick"));
        assertTrue(out.toString().contains("1 of 1 found"), out.toString());
    }

    @Test
    void shouldRefuseANameThatIsNoMutant() {
        assertEquals(2, run(MutantFile.readAll(), new StringWriter(), "none"));
    }

    private static int run(
            final List<Mutant> all,
            final StringWriter out,
            final String names,
            final String... options) {
        final List<String> args = new ArrayList<>(List.of("--mutant", names));
        args.addAll(List.of(options));
        return MutantCommand.commandLine(all)
                .setOut(new PrintWriter(out))
                .execute(args.toArray(String[]::new));
    }

    static Stream<Mutant> mutants() {
        return MutantFile.readAll().stream();
    }

    private static Mutant mutant(final String name) {
        return mutants().filter(mutant -> mutant.name().equals(name)).findFirst().orElseThrow();
    }

    private static Mutant of(final String name, final Edit edit) {
        return of(name, edit, List.of(Profile.DEFAULT), Collections.emptySortedMap());
    }

    private static Mutant of(
            final String name,
            final Edit edit,
            final List<Profile> profiles,
            final SortedMap<String, Long> knobs) {
        return new Mutant(
                name, "0", "for this test", profiles, knobs, List.of(edit), null, null, null);
    }
}
