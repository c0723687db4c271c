package dev.bounce.spec.conform;

import dev.bounce.spec.tla.TlaParser;
import dev.bounce.spec.tla.TlaValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Which steps of the specification engines take in which way.
final class StepKinds {
    /// Steps of the world alone: no engine hears of them.
    static final Set<String> OF_THE_WORLD =
            Set.of("LandSome", "Lose", "LeaseLapses", "Crash", "Restart");

    /// What an engine does by itself as soon as it can, or with the frame that allows it.
    static final Set<String> AT_ONCE =
            Set.of(
                    "SendWant",
                    "Gather",
                    "Unstage",
                    "PostWrite",
                    "SendData",
                    "SendCancel",
                    "SendClose",
                    "Finish",
                    "Grant",
                    "RejectWant",
                    "Scatter",
                    "AnswerCancel",
                    "AnswerClose",
                    "LiftQuarantine",
                    "ForgetBelow",
                    "Deregistered",
                    "Promote");

    /// What an engine does not record where it only answers once more, or closes what only waits.
    static final Set<String> UNRECORDED =
            Set.of("RecvOpen", "RecvWant", "RecvCancel", "RecvData", "RecvClose", "StartClosing");

    private static final Pattern MAY_BE_NONE =
            Pattern.compile("MayBeNone\\s*==\\s*(\\{[^}]*})", Pattern.MULTILINE);

    private StepKinds() {}

    /// What an engine may record although it changes nothing in the specification.
    static Set<String> mayBeNone(final Path folder) {
        try {
            final Matcher found =
                    MAY_BE_NONE.matcher(Files.readString(folder.resolve("TraceCheck.tla")));
            if (found.find()
                    && TlaParser.parse(found.group(1)) instanceof TlaValue.SetOf(final var names)) {
                final Set<String> actions = new HashSet<>();
                names.forEach(name -> actions.add(TlaValue.plain(name)));
                return actions;
            }
            throw new IllegalStateException("TraceCheck.tla has no set MayBeNone");
        } catch (final IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
