package dev.bounce.spec.tlc;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Takes TLC's output apart into messages. Lines outside of messages are kept: errors of the parser
/// and what a specification prints itself.
final class MessageReader {
    private static final Pattern START =
            Pattern.compile("@!@!@STARTMSG (\\d+)(?::(\\d+))? @!@!@\\s*");
    private static final Pattern END = Pattern.compile("@!@!@ENDMSG \\d+ @!@!@\\s*");
    private static final Pattern CHATTER =
            Pattern.compile("(Parsing file|Semantic processing of) .*");
    private static final int PLAIN_LINES_MAX = 100_000;

    private final Consumer<Message> messages;
    private final List<String> plain = new ArrayList<>();
    private final StringBuilder text = new StringBuilder();
    private int code = -1;
    private int severity;

    MessageReader(final Consumer<Message> messages) {
        this.messages = messages;
    }

    /// Takes the next line.
    void accept(final String line) {
        final Matcher start = START.matcher(line);
        if (start.matches()) {
            code = Integer.parseInt(start.group(1));
            severity = start.group(2) == null ? 0 : Integer.parseInt(start.group(2));
            text.setLength(0);
        } else if (code >= 0 && END.matcher(line).matches()) {
            messages.accept(new Message(code, severity, text.toString().strip()));
            code = -1;
        } else if (code >= 0) {
            text.append(line).append('\n');
        } else if (plain.size() < PLAIN_LINES_MAX && !CHATTER.matcher(line).matches()) {
            plain.add(line);
        }
    }

    /// What was printed outside of messages, without the list of files read.
    List<String> plainLines() {
        return plain;
    }
}
