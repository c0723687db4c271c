package dev.bounce.spec.tla;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// The definitions of a module and of the modules of the same folder that it extends.
///
/// This is no parser of TLA+. It understands what the specification keeps to: a definition starts
/// in the first column, its body does not, and the list of steps is a flat disjunction.
public final class SpecText {
    private static final Pattern COMMENT = Pattern.compile("\\\\\\*.*|\\(\\*(?s:.*?)\\*\\)");
    private static final Pattern EXTENDS =
            Pattern.compile("^EXTENDS\\s+([\\w\\s,]+?)$", Pattern.MULTILINE);
    private static final Pattern DEFINITION =
            Pattern.compile(
                    "^([A-Za-z]\\w*)(\\([^)]*\\))?\\s*==((?:.*)(?:\\R(?:[ \\t].*)?)*)",
                    Pattern.MULTILINE);
    private static final Pattern DISJUNCT =
            Pattern.compile("(?:\\\\E\\s+([^:]+?)\\s*:\\s*)?([A-Z]\\w*)(\\([^()]*\\))?");
    private static final Pattern FLAT =
            Pattern.compile(
                    "\\s*(?:\\\\/\\s*)?" + DISJUNCT + "(?:\\s*\\\\/\\s*" + DISJUNCT + ")*\\s*");

    private final Map<String, String> bodies = new LinkedHashMap<>();
    private final Set<String> withParameters = new LinkedHashSet<>();
    private final StringBuilder text = new StringBuilder();

    private SpecText() {}

    /// Reads a module and, as far as they lie beside it, all that it extends.
    ///
    /// @param module name of the root module, without `.tla`
    public static SpecText read(final Path folder, final String module) throws IOException {
        final SpecText spec = new SpecText();
        final Set<String> seen = new LinkedHashSet<>();
        final Deque<String> open = new ArrayDeque<>(List.of(module));
        while (!open.isEmpty()) {
            final String name = open.pop();
            final Path file = folder.resolve(name + ".tla");
            if (seen.add(name) && Files.exists(file)) {
                open.addAll(spec.add(Files.readString(file)));
            }
        }
        return spec;
    }

    private List<String> add(final String module) {
        final String bare = COMMENT.matcher(module).replaceAll("");
        text.append(bare);
        final Matcher definition = DEFINITION.matcher(bare);
        while (definition.find()) {
            bodies.putIfAbsent(definition.group(1), definition.group(3));
            if (definition.group(2) != null) {
                withParameters.add(definition.group(1));
            }
        }
        final Matcher extended = EXTENDS.matcher(bare);
        return extended.find() ? List.of(extended.group(1).strip().split("[\\s,]+")) : List.of();
    }

    /// Whether there is a definition of that name.
    public boolean defines(final String name) {
        return bodies.containsKey(name);
    }

    /// Whether a temporal property speaks of single steps, `[][A]_v`: a violation needs no endless
    /// behaviour.
    public boolean isOfSteps(final String property) {
        return bodies.getOrDefault(property, "").strip().startsWith("[][");
    }

    /// Whether a declared constant stands for an operator with parameters.
    public boolean isOperator(final String constant) {
        return Pattern.compile("\\b" + constant + "\\(\\s*_").matcher(text).find();
    }

    /// The actions of a flat disjunction, in its order. A name without parameters whose own
    /// definition is such a disjunction counts as what it lists; so does TLC.
    ///
    /// @throws IllegalArgumentException if there is no such definition, or it is not flat
    public List<SpecAction> actions(final String definition) {
        final String body = bodies.get(definition);
        if (body == null || !FLAT.matcher(body).matches()) {
            throw new IllegalArgumentException(
                    definition
                            + (body == null ? " is not defined" : " is no flat list of actions"));
        }
        final List<SpecAction> actions = new ArrayList<>();
        for (final MatchResult part : DISJUNCT.matcher(body).results().toList()) {
            final String name = part.group(2);
            final boolean isList =
                    part.group(1) == null
                            && part.group(3) == null
                            && !withParameters.contains(name)
                            && bodies.containsKey(name)
                            && FLAT.matcher(bodies.get(name)).matches();
            if (isList) {
                actions.addAll(actions(name));
            } else {
                final String parameters = part.group(1) == null ? "" : part.group(1);
                final String arguments = part.group(3) == null ? "" : part.group(3);
                actions.add(new SpecAction(name, parameters, name + arguments));
            }
        }
        return actions;
    }
}
