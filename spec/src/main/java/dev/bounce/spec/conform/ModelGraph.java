package dev.bounce.spec.conform;

import dev.bounce.spec.tla.Config;
import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import dev.bounce.spec.tlc.StateGraph;
import dev.bounce.spec.tlc.TlcJob;
import dev.bounce.spec.tlc.TlcRun;
import dev.bounce.spec.tlc.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/// A model of `Bounce.tla` written out: its size, its states and its steps.
///
/// @param size of its world
/// @param graph of its states
public record ModelGraph(ModelSize size, StateGraph graph) {
    private static final String MODULE = "Drawn";
    private static final String MARK = "<<\"bounce:constants\",";

    /// Has TLC write out a model, with one worker. Its properties are not checked.
    ///
    /// @param folder of the specification
    /// @param model name of its configuration
    /// @throws IllegalStateException if TLC did not reach all states; the message is TLC's
    public static ModelGraph draw(final Path folder, final String model)
            throws InterruptedException {
        try {
            final Config config =
                    Config.parse(Files.readString(folder.resolve("models").resolve(model + ".cfg")))
                            .checkingOnly(List.of(), List.of());
            final Path file = Files.createTempFile("bounce-" + model, ".dot");
            try {
                return draw(TlcJob.of(folder, "MC", config).drawing(file), file);
            } finally {
                Files.delete(file);
            }
        } catch (final IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static ModelGraph draw(final TlcJob job, final Path file)
            throws IOException, InterruptedException {
        final TlcRun run = new TlcRun(job.withModule(MODULE, module()), _ -> false);
        final Verdict verdict = run.run(_ -> {});
        if (!(verdict instanceof Verdict.Ok)) {
            throw new IllegalStateException("the model could not be written out: " + verdict);
        }
        return new ModelGraph(size(run.printed()), StateGraph.read(file));
    }

    private static String module() {
        final String constants =
                ModelSize.CONSTANTS.stream()
                        .map(constant -> constant + " |-> " + constant)
                        .collect(Collectors.joining(", "));
        return String.join(
                "\n",
                "---- MODULE " + MODULE + " ----",
                "EXTENDS MC, TLC",
                "ASSUME PrintT(" + MARK + " [" + constants + "]>>)",
                "====",
                "");
    }

    private static ModelSize size(final List<String> printed) {
        final String text = String.join("\n", printed);
        final int start = text.indexOf(MARK.substring(2));
        final int end = text.indexOf(">>", text.lastIndexOf(']'));
        if (start < 0 || end < 0) {
            throw new IllegalStateException("TLC did not print the constants of the model");
        }
        final TlaValue value =
                TlaParser.parse(text.substring(start + MARK.length() - 2, end).strip());
        return ModelSize.of((TlaValue.Mapping) value);
    }
}
