package dev.bounce.spec.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.bounce.engine.Action;
import dev.bounce.spec.tla.SpecAction;
import dev.bounce.spec.tla.SpecText;
import dev.bounce.spec.tlc.TlcJob;
import dev.bounce.spec.tlc.TlcRun;
import dev.bounce.spec.tlc.Verdict;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// One name for a step in the specification, in the engine and in TLC's output. What only one side
/// has stands in `parity.csv` with its reason.
class SpecParityTest {
    private static final String SMALLEST = "plain";
    private static final String LABEL = "label of ";

    private final SpecFolder spec = SpecFolder.ofCheckout();
    private final SpecText text = spec.text(spec.models().get(SMALLEST));
    private final List<Map<String, String>> differences = differences(spec);

    @Test
    void shouldHaveTheActionsOfTheEngine() {
        final SortedSet<String> inSpec = new TreeSet<>(names());
        final SortedSet<String> inEngine =
                Arrays.stream(Action.values())
                        .map(Action::specName)
                        .collect(Collectors.toCollection(TreeSet::new));
        final SortedSet<String> onlySpec = new TreeSet<>(inSpec);
        onlySpec.removeAll(inEngine);
        final SortedSet<String> onlyEngine = new TreeSet<>(inEngine);
        onlyEngine.removeAll(inSpec);
        assertEquals(listed("spec"), onlySpec, "only in the specification");
        assertEquals(listed("engine"), onlyEngine, "only in the engine");
    }

    @Test
    void shouldNameEachActionOnce() {
        final List<String> names = names();
        assertEquals(names.size(), new TreeSet<>(names).size(), names.toString());
    }

    @Test
    void shouldCountInTlcTheActionsOfTheList() throws InterruptedException {
        final Model model = spec.models().get(SMALLEST);
        final TlcJob job =
                TlcJob.of(spec.path(), model.module(), spec.config(SMALLEST)).brief(300).counting();
        final Verdict verdict = new TlcRun(job, spec::isAllowedWarning).run(_ -> {});
        final Verdict.Ok ok = assertInstanceOf(Verdict.Ok.class, verdict, verdict.toString());
        final Map<String, String> labels =
                differences.stream()
                        .filter(row -> row.get("where").startsWith(LABEL))
                        .collect(
                                Collectors.toMap(
                                        row -> row.get("where").replace(LABEL, ""),
                                        row -> row.get("action")));
        final SortedSet<String> expected =
                text.actions(spec.config(SMALLEST).next()).stream()
                        .map(action -> labels.getOrDefault(action.name(), action.name()))
                        .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, new TreeSet<>(ok.coverage().keySet()));
    }

    @Test
    void shouldGiveAReasonForEachDifference() {
        differences.forEach(row -> assertTrue(row.get("reason").length() > 3, row.toString()));
    }

    private List<String> names() {
        return Stream.concat(
                        text.actions("Protocol").stream(), text.actions("Environment").stream())
                .map(SpecAction::name)
                .toList();
    }

    private SortedSet<String> listed(final String where) {
        return differences.stream()
                .filter(row -> row.get("where").equals(where))
                .map(row -> row.get("action"))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static List<Map<String, String>> differences(final SpecFolder spec) {
        try {
            return Table.read(
                            spec.path().resolve("parity.csv"), List.of("action", "where", "reason"))
                    .rows();
        } catch (final IOException failed) {
            throw new IllegalStateException(failed);
        }
    }
}
