package dev.bounce.spec.tla;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A configuration of TLC: what it checks of a module, with which constants.
///
/// @param sections in the order of the file
public record Config(List<Section> sections) {
    private static final Pattern KEYWORD =
            Pattern.compile(
                    "(?<![\\w\"])(CONSTANTS?|INIT|NEXT|SPECIFICATION|INVARIANTS?|PROPERT(?:Y|IES)"
                            + "|CONSTRAINTS?|ACTION_CONSTRAINTS?|SYMMETRY|VIEW|CHECK_DEADLOCK)"
                            + "(?![\\w\"])");
    private static final Pattern COMMENT = Pattern.compile("\\\\\\*.*|\\(\\*(?s:.*?)\\*\\)");
    private static final Pattern ASSIGNMENT =
            Pattern.compile("(\\w+)\\s*(?:=|<-)\\s*((?:(?!\\s\\w+\\s*(?:=|<-))(?s:.))*)");

    /// What makes the verdict on a liveness property mean nothing, or something else.
    private static final Set<String> LIVENESS_TRAPS =
            Set.of("CONSTRAINT", "ACTION_CONSTRAINT", "SYMMETRY", "VIEW");

    /// A keyword in its singular and what follows it.
    public record Section(String keyword, String body) {}

    public Config {
        sections = List.copyOf(sections);
    }

    /// Reads the text of a configuration. Comments are dropped.
    public static Config parse(final String text) {
        final String bare = COMMENT.matcher(text).replaceAll("");
        final List<Section> sections = new ArrayList<>();
        final Matcher keyword = KEYWORD.matcher(bare);
        boolean found = keyword.find();
        while (found) {
            final String name = singular(keyword.group(1));
            final int start = keyword.end();
            found = keyword.find();
            final int end = found ? keyword.start() : bare.length();
            sections.add(new Section(name, bare.substring(start, end).strip()));
        }
        return new Config(sections);
    }

    private static String singular(final String keyword) {
        return keyword.equals("PROPERTIES") ? "PROPERTY" : keyword.replaceAll("S$", "");
    }

    /// The invariants, in the order in which TLC tests them.
    public List<String> invariants() {
        return words("INVARIANT");
    }

    /// The temporal properties.
    public List<String> properties() {
        return words("PROPERTY");
    }

    /// Whether a state without a next one is an error; TLC's default is that it is.
    public boolean checksDeadlock() {
        return !words("CHECK_DEADLOCK").equals(List.of("FALSE"));
    }

    /// The operator that says which steps there are.
    public String next() {
        return words("NEXT").stream().findFirst().orElse("Next");
    }

    /// The names of the constants that get a value here.
    public List<String> constants() {
        return sections.stream()
                .filter(section -> section.keyword.equals("CONSTANT"))
                .flatMap(section -> ASSIGNMENT.matcher(section.body).results())
                .map(match -> match.group(1))
                .toList();
    }

    /// Why a run with this configuration could be green for the wrong reason; empty if it could
    /// not. Constraints, symmetry and views make TLC miss violations of temporal properties.
    public List<String> traps() {
        if (properties().isEmpty()) {
            return List.of();
        }
        return sections.stream()
                .map(Section::keyword)
                .filter(LIVENESS_TRAPS::contains)
                .map(keyword -> keyword + " beside a temporal property can hide a violation")
                .toList();
    }

    /// The same with another value of one constant.
    ///
    /// @throws IllegalArgumentException if that constant has no value here
    public Config withConstant(final String name, final String value) {
        if (!constants().contains(name)) {
            throw new IllegalArgumentException("no constant " + name + " in the configuration");
        }
        final Pattern assignment =
                Pattern.compile("\\b" + name + "\\s*(=|<-)\\s*(\"[^\"]*\"|\\{[^}]*\\}|\\w+)");
        final String replacement = Matcher.quoteReplacement(name + " = " + value);
        return replacing(
                section ->
                        section.keyword.equals("CONSTANT")
                                ? new Section(
                                        "CONSTANT",
                                        assignment.matcher(section.body).replaceAll(replacement))
                                : section);
    }

    /// The same with a planted bug: the value of the constant `Bug`, or the only element of `Bugs`.
    ///
    /// @throws IllegalArgumentException if there is neither
    public Config withBug(final String name) {
        final String quoted = '"' + name + '"';
        return constants().contains("Bugs")
                ? withConstant("Bugs", "{" + quoted + "}")
                : withConstant("Bug", quoted);
    }

    /// The same with these invariants and temporal properties only.
    public Config checkingOnly(final List<String> invariants, final List<String> properties) {
        final List<Section> kept =
                new ArrayList<>(without(Set.of("INVARIANT", "PROPERTY")).sections);
        if (!invariants.isEmpty()) {
            kept.add(new Section("INVARIANT", String.join(" ", invariants)));
        }
        if (!properties.isEmpty()) {
            kept.add(new Section("PROPERTY", String.join(" ", properties)));
        }
        return new Config(kept);
    }

    /// Only the constants, with other initial states and steps, and nothing to check.
    public Config withBehaviour(final String init, final String next) {
        final List<Section> kept =
                new ArrayList<>(
                        sections.stream()
                                .filter(section -> section.keyword.equals("CONSTANT"))
                                .toList());
        kept.add(new Section("INIT", init));
        kept.add(new Section("NEXT", next));
        kept.add(new Section("CHECK_DEADLOCK", "FALSE"));
        return new Config(kept);
    }

    /// The configuration as TLC reads it.
    public String text() {
        return sections.stream()
                .map(section -> section.keyword + "\n    " + section.body + "\n")
                .collect(Collectors.joining());
    }

    private Config without(final Set<String> keywords) {
        return new Config(
                sections.stream().filter(section -> !keywords.contains(section.keyword)).toList());
    }

    private Config replacing(final Function<Section, Section> change) {
        return new Config(sections.stream().map(change).toList());
    }

    private List<String> words(final String keyword) {
        return sections.stream()
                .filter(section -> section.keyword.equals(keyword) && !section.body.isEmpty())
                .flatMap(section -> Arrays.stream(section.body.split("[\\s,]+")))
                .toList();
    }
}
