package dev.bounce.spec.tla;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Reads one [TlaValue] from the text that TLC prints for it.
public final class TlaParser {
    private final String text;
    private int at;

    private TlaParser(final String text) {
        this.text = text;
    }

    /// Reads a whole text as one value.
    ///
    /// @throws IllegalArgumentException if it is none; the message says where it stops being one
    public static TlaValue parse(final String text) {
        final TlaParser parser = new TlaParser(text);
        final TlaValue value = parser.value();
        parser.skipBlanks();
        if (parser.at < text.length()) {
            throw parser.unexpected("the end");
        }
        return value;
    }

    private TlaValue value() {
        skipBlanks();
        if (skips("<<")) {
            return new TlaValue.Sequence(elements(">>"));
        }
        if (skips("{")) {
            return new TlaValue.SetOf(elements("}"));
        }
        if (skips("[")) {
            return record();
        }
        if (skips("(")) {
            return function();
        }
        if (skips("\"")) {
            return string();
        }
        return word();
    }

    private List<TlaValue> elements(final String end) {
        final List<TlaValue> elements = new ArrayList<>();
        while (!ends(end, elements.isEmpty(), ",")) {
            elements.add(value());
        }
        return elements;
    }

    private TlaValue record() {
        final Map<TlaValue, TlaValue> entries = new LinkedHashMap<>();
        while (!ends("]", entries.isEmpty(), ",")) {
            skipBlanks();
            final TlaValue key = new TlaValue.Text(identifier());
            expect("|->");
            entries.put(key, value());
        }
        return new TlaValue.Mapping(entries);
    }

    private TlaValue function() {
        final Map<TlaValue, TlaValue> entries = new LinkedHashMap<>();
        while (!ends(")", entries.isEmpty(), "@@")) {
            final TlaValue key = value();
            expect(":>");
            entries.put(key, value());
        }
        return new TlaValue.Mapping(entries);
    }

    private TlaValue string() {
        final StringBuilder string = new StringBuilder();
        while (at < text.length() && text.charAt(at) != '"') {
            if (text.charAt(at) == '\\') {
                at++;
            }
            if (at < text.length()) {
                string.append(text.charAt(at++));
            }
        }
        expect("\"");
        return new TlaValue.Text(string.toString());
    }

    private TlaValue word() {
        final int start = at;
        if (skips("-") || Character.isDigit(current())) {
            while (Character.isDigit(current())) {
                at++;
            }
            return number(start);
        }
        final String name = identifier();
        return switch (name) {
            case "TRUE" -> new TlaValue.Truth(true);
            case "FALSE" -> new TlaValue.Truth(false);
            default -> new TlaValue.Name(name);
        };
    }

    /// A number, or the set of numbers `first..last`.
    private TlaValue number(final int start) {
        final long first = integer(start);
        skipBlanks();
        if (!skips("..")) {
            return new TlaValue.Number(first);
        }
        final TlaValue last = value();
        if (!(last instanceof TlaValue.Number(long end))) {
            throw unexpected("a number");
        }
        final List<TlaValue> elements = new ArrayList<>();
        for (long number = first; number <= end; number++) {
            elements.add(new TlaValue.Number(number));
        }
        return new TlaValue.SetOf(elements);
    }

    private long integer(final int start) {
        try {
            return Long.parseLong(text, start, at, 10);
        } catch (final NumberFormatException malformed) {
            throw unexpected("a number");
        }
    }

    private String identifier() {
        final int start = at;
        while (Character.isLetterOrDigit(current()) || current() == '_') {
            at++;
        }
        if (at == start) {
            throw unexpected("a value");
        }
        return text.substring(start, at);
    }

    /// Whether the end comes next. If not, the separator is skipped, which all but the first need.
    private boolean ends(final String end, final boolean isFirst, final String separator) {
        skipBlanks();
        if (skips(end)) {
            return true;
        }
        if (!isFirst) {
            expect(separator);
        }
        return false;
    }

    private void expect(final String token) {
        skipBlanks();
        if (!skips(token)) {
            throw unexpected("'" + token + "'");
        }
    }

    private boolean skips(final String token) {
        if (text.startsWith(token, at)) {
            at += token.length();
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (Character.isWhitespace(current())) {
            at++;
        }
    }

    private char current() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private IllegalArgumentException unexpected(final String wanted) {
        final String found =
                at < text.length()
                        ? text.substring(at, Math.min(at + 20, text.length()))
                        : "the end";
        return new IllegalArgumentException(
                "no TLA+ value: " + wanted + " expected at " + at + ", found " + found);
    }
}
